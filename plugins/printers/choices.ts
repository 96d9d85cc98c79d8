/** Kinds of supplies with their labels. This file has no imports, because the web UI uses it too. */
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
  none: 'No color',
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

/**
 * States of a supply. `stale`: its level was not updated for a long time. `some left`: the printer reports no
 * amount.
 */
export const SUPPLY_STATES = {
  critical: 'Critical',
  low: 'Low',
  unknown: 'Unknown',
  stale: 'Outdated',
  'some left': 'Some left',
  ok: 'OK',
} as const;

export type SupplyState = keyof typeof SUPPLY_STATES;
