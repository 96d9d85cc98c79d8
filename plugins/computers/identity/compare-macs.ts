import type { Comparison } from './decision-table.ts';
import { isDistinctiveMac } from './distinctive-identifiers.ts';

export interface MacComparison {
  /** `agrees` when the report and the record have at least one MAC address in common. */
  macaddresses: Comparison;
  /** True when the report and the record each have a MAC address that the other one lacks. */
  docked: boolean;
}

/**
 * Compares the MAC addresses of a record with the distinctive ones of a report. `docked` reports that each
 * side has an address that the other one lacks.
 */
export function compareMacs(recorded: readonly string[], macs: readonly string[]): MacComparison {
  const own = recorded.filter(isDistinctiveMac);
  if (own.length === 0 || macs.length === 0) return { macaddresses: 'unknown', docked: false };
  const common = macs.filter((mac) => own.includes(mac)).length;
  const docked = common < macs.length && common < own.length;
  return { macaddresses: common > 0 ? 'agrees' : 'differs', docked };
}
