import type { PlantKind } from './plant-makes.ts';

const NUMBER_PREFIX: Record<PlantKind, string> = {
  Computer: 'PC',
  Machine: 'MC',
  'Measuring tool': 'MT',
  Printer: 'PR',
  'Network device': 'NW',
  Phone: 'PH',
  'USB device': 'US',
  'Printed part': 'PP',
  Other: 'OT',
};

/** Returns the asset number of asset `index` (from 0) of its kind, which relationships use. */
export function assetNumberOf(kind: PlantKind, index: number): string {
  return `${NUMBER_PREFIX[kind]}-${String(index + 1).padStart(6, '0')}`;
}
