import type { SupplyColor, SupplyState, SupplyType } from '../choices.ts';

export interface SupplyLevel {
  /** Percent, or null if unknown. */
  level: number | null;
  state: SupplyState;
  /** Time of the reading; null if there was none. */
  checkedat: string | null;
}

/** Thresholds of the levels from the settings: `low` and `critical` in percent. */
export interface LevelThresholds {
  low: number;
  critical: number;
  /** Age in milliseconds from which a level is stale. */
  stale: number;
}

/**
 * Interprets a level from a monitoring system. Printers report -2 for an unknown level and -3 for some
 * remainder; neither is 0 %. Other texts and numbers above 100 are unknown. A level older than
 * `marks.stale` is stale. `at` is in seconds since the epoch, 0 for never; `now` is in milliseconds.
 */
export function levelOf(text: string, at: number, now: number, marks: LevelThresholds): SupplyLevel {
  const checkedat = at > 0 ? new Date(at * 1000).toISOString() : null;
  const number = /^\s*-?\d{1,9}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : Number.NaN;
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

/** Returns `critical` or `low` for a level at or below the threshold, else `ok`. */
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

/** Returns the kind and color of a supply from its name. The kind is null when the name shows neither. */
export function supplyKindOf(name: string): { supplytype: SupplyType | null; color: SupplyColor } {
  // GLPI joins the words: `tonerblack`, `wastetoner`.
  const text = name
    .toLowerCase()
    .replace(/(toner|drum|cartridge)(?=[a-z])/, '$1 ')
    .replace(/[._-]+/g, ' ');
  const color = COLORS.find(([, form]) => form.test(text))?.[0] ?? 'none';
  const supplytype = TYPES.find(([, form]) => form.test(text))?.[0];
  // A supply named only by a color is the toner of that color.
  return { supplytype: supplytype ?? (color === 'none' ? null : 'toner'), color };
}

interface Part {
  supplytype: string;
  color: string;
}

/**
 * Returns the parts of a model that fit a supply, by kind and color. If no part has exactly this color, none
 * and black match each other.
 */
export function findSupplyParts<P extends Part>(name: string, parts: readonly P[]): P[] {
  const { supplytype, color } = supplyKindOf(name);
  if (supplytype === null) return [];
  const ofType = parts.filter((part) => part.supplytype === supplytype);
  const exact = ofType.filter((part) => part.color === color);
  if (exact.length > 0) return exact;
  // A printer with one color names it black or not at all.
  const plain = new Set(['none', 'black']);
  return plain.has(color) ? ofType.filter((part) => plain.has(part.color)) : [];
}
