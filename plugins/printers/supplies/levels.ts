import type { SupplyColor, SupplyState, SupplyType } from '../choices.ts';

/** How full something is. */
export interface SupplyLevel {
  /** Percent, where it is known. */
  level: number | null;
  state: SupplyState;
  /** When it was told; null when it never was. */
  checkedat: string | null;
}

/** What levels mean here, as the settings say. */
export interface LevelThresholds {
  low: number;
  critical: number;
  /** Milliseconds. */
  stale: number;
}

/**
 * What a monitoring system says of a level. Printers answer -2 for one that they do not know and -3 for some that is
 * left: neither is 0 %. `at` is seconds of the epoch, 0 for never.
 */
export function levelOf(said: string, at: number, now: number, marks: LevelThresholds): SupplyLevel {
  const checkedat = at > 0 ? new Date(at * 1000).toISOString() : null;
  const number = /^\s*-?\d{1,9}(?:\.\d{1,9})?\s*$/.test(said) ? Number(said) : Number.NaN;
  if (checkedat === null || Number.isNaN(number) || number > 100)
    return { level: null, state: 'unknown', checkedat };
  const isStale = now - at * 1000 > marks.stale;
  if (number < 0) {
    const state = number === -3 ? 'some left' : 'unknown';
    return { level: null, state: isStale ? 'stale' : state, checkedat };
  }
  const level = Math.round(number * 10) / 10;
  return { level, state: isStale ? 'stale' : levelStateOf(level, marks), checkedat };
}

export const levelStateOf = (level: number, { low, critical }: LevelThresholds): SupplyState =>
  level <= critical ? 'critical' : level <= low ? 'low' : 'ok';

const TYPES: readonly [SupplyType, RegExp][] = [
  ['waste', /waste|resttoner|residual/],
  ['drum', /drum|imaging unit|photoconductor|opc|trommel/],
  ['transferbelt', /transfer|belt/],
  ['maintenancekit', /maintenance|service kit|wartung/],
  ['fuser', /fus(?:er|ing)|fixier/],
  ['staples', /staple|heft/],
  ['label', /label|ribbon|etikett/],
  ['ink', /\bink|tinte|print ?head/],
  ['toner', /toner|cartridge|kartusche/],
];
const COLORS: readonly [SupplyColor, RegExp][] = [
  ['black', /black|schwarz|noir|\b(?:bk|k)\b/],
  ['cyan', /cyan|\bc\b/],
  ['magenta', /magenta|\bm\b/],
  ['yellow', /yellow|gelb|jaune|\by\b/],
];

/** What a supply is, by what it is called. */
export function supplyKindOf(name: string): { supplytype: SupplyType | null; color: SupplyColor } {
  // GLPI runs them together: `tonerblack`, `wastetoner`.
  const text = name
    .toLowerCase()
    .replace(/(toner|drum|cartridge)(?=[a-z])/, '$1 ')
    .replace(/[._-]+/g, ' ');
  const color = COLORS.find(([, form]) => form.test(text))?.[0] ?? 'none';
  const supplytype = TYPES.find(([, form]) => form.test(text))?.[0];
  // What is called by nothing but its colour is what prints it.
  return { supplytype: supplytype ?? (color === 'none' ? null : 'toner'), color };
}

interface Part {
  supplytype: string;
  color: string;
}

/** The parts of a model that fit a supply: of its kind and colour, else of its kind where colour says nothing. */
export function findSupplyParts<P extends Part>(name: string, parts: readonly P[]): P[] {
  const { supplytype, color } = supplyKindOf(name);
  if (supplytype === null) return [];
  const ofType = parts.filter((part) => part.supplytype === supplytype);
  const exact = ofType.filter((part) => part.color === color);
  if (exact.length > 0) return exact;
  // A printer with one colour calls it black or nothing.
  const plain = new Set(['none', 'black']);
  return plain.has(color) ? ofType.filter((part) => plain.has(part.color)) : [];
}
