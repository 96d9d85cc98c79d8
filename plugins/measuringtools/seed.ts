import type { Tx } from '../../src/kit/data/tx.ts';
import { toolTypeByName } from './queries.ts';
import { measuringtooltypes } from './tables.ts';

/** Common types of tools, with their usual calibration intervals in days. */
const TYPES: readonly [measuringtooltype: string, days: number][] = [
  ['Calliper', 365],
  ['Micrometer', 365],
  ['Height gauge', 365],
  ['Plug gauge', 730],
  ['Torque wrench', 180],
  ['Scale', 365],
  ['Coordinate measuring machine', 365],
];

/** Adds the common types of measuring tools that do not exist yet. */
export function seedTypes(tx: Tx): void {
  for (const [measuringtooltype, calibrationintervaldays] of TYPES)
    if (!toolTypeByName.get(tx, { measuringtooltype }))
      tx.insert(measuringtooltypes, { measuringtooltype, calibrationintervaldays });
}
