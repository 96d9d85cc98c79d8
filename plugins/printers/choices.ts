/** What is ordered for a printer, with what people read. This file imports nothing: the pages have it too. */
export const SUPPLY_TYPES = {
  toner: 'Toner',
  ink: 'Ink',
  drum: 'Drum',
  waste: 'Waste box',
  fuser: 'Fuser',
  transferbelt: 'Transfer belt',
  maintenancekit: 'Maintenance kit',
  staples: 'Staples',
  label: 'Labels',
} as const;

export const SUPPLY_COLORS = {
  none: 'No colour',
  black: 'Black',
  cyan: 'Cyan',
  magenta: 'Magenta',
  yellow: 'Yellow',
} as const;

export const CAPACITY_TIERS = {
  standard: 'Standard',
  high: 'High',
  extrahigh: 'Extra high',
} as const;

export type SupplyType = keyof typeof SUPPLY_TYPES;
export type SupplyColor = keyof typeof SUPPLY_COLORS;
export type CapacityTier = keyof typeof CAPACITY_TIERS;

/** How a supply is: `stale` is one whose level nobody told for long, `some left` one that does not say how much. */
export const SUPPLY_STATES = {
  critical: 'Critical',
  low: 'Low',
  unknown: 'Unknown',
  stale: 'Stale',
  'some left': 'Some left',
  ok: 'OK',
} as const;

export type SupplyState = keyof typeof SUPPLY_STATES;
