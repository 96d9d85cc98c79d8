import { IgnoredValues } from '../../../src/kit/ignored-fields.ts';
import { toScalar, type ValueReader } from './lenient.ts';
import { KIB, MIB, type SizeScale, VOLUME } from './size-scales.ts';

/**
 * Returns a reader for a size in megabytes. It accepts a text such as "1 TB", or a number whose magnitude
 * shows whether it is in megabytes, kilobytes or bytes.
 */
export const toMegabytes =
  (scale: SizeScale): ValueReader<number | undefined> =>
  (value, field, ignored) => {
    const raw = toScalar(value, field, ignored)?.trim();
    if (!raw) return undefined;
    const factor = factorOf(raw, scale);
    if (factor === 1) return Number(raw);
    ignored.add(field);
    return factor === undefined ? withUnit(raw, scale) : Number(raw) * factor;
  };

/** A decimal number with a decimal point, and a plus sign and an exponent if any, such as 1.5e+3. */
const FIGURE = /^\+?\d+(?:\.\d*)?(?:e\+?\d{1,3})?$/i;

/**
 * Returns the megabytes per unit of the value. Returns undefined when it names its own unit or is not
 * plausible.
 */
function factorOf(raw: string, scale: SizeScale): number | undefined {
  const figure = FIGURE.test(raw) ? Number(raw) : Number.NaN;
  if (!(figure >= 0) || isNoLimit(figure)) return undefined;
  const isPlausible = figure <= scale.largest;
  if (figure <= scale.megabytes || (isPlausible && scale.isMegabytes?.(figure))) return 1;
  const canBe = ([from, to]: SizeScale['bytes']) => figure >= from && figure <= to;
  // Bytes of a disk are whole sectors; kilobytes are rarely a multiple of 512.
  const isBytes = canBe(scale.bytes) && (figure % 512 === 0 || !canBe(scale.kilobytes));
  if (isBytes) return 1 / scale.megabyte;
  return canBe(scale.kilobytes) ? KIB / scale.megabyte : undefined;
}

/** Reports whether a value means no limit. Such file systems report 8 or 16 EB, in any unit. */
function isNoLimit(figure: number): boolean {
  return [43, 44, 53, 54, 63, 64].some((power) => Math.abs(figure / 2 ** power - 1) < 0.0001);
}

const UNIT = /^([\d.,'\s\u00a0\u202f]{1,30})(k|m|g|t|p)?(i?)(?:b|o|bytes?|octets?)?$/i;
const GROUPS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const POWERS: Readonly<Record<string, number>> = { '': 0, k: 1, m: 2, g: 3, t: 4, p: 5 };

/** Returns the megabytes of a text with a unit, or undefined for other texts and implausible sizes. */
function withUnit(raw: string, scale: SizeScale): number | undefined {
  const [, figure, unit = '', binary] = UNIT.exec(raw.trim()) ?? [];
  if (figure === undefined || !/[a-z]$/i.test(raw)) return undefined;
  const plain = figure.replace(/['\s\u00a0\u202f]/g, '');
  const number = Number(GROUPS.test(plain) ? plain.replaceAll(',', '') : plain.replace(',', '.'));
  const base = binary || scale.megabyte === MIB ? 1024 : 1000;
  const megabytes = (number * base ** POWERS[unit.toLowerCase()]!) / scale.megabyte;
  return megabytes <= scale.largest ? megabytes : undefined;
}

/**
 * Returns the free megabytes of a volume. The value has the unit of the total, whatever it would mean alone,
 * if that unit is clear. More free space than the total is left out.
 */
export function freeOf(
  { free, total }: Readonly<Record<string, unknown>>,
  field: string,
  ignored: IgnoredValues,
): number | undefined {
  const raw = toScalar(free, field, ignored)?.trim();
  if (!raw) return undefined;
  const counted = new IgnoredValues();
  const factor = factorOf(toScalar(total, field, counted) ?? '', VOLUME);
  const scaled = factor !== undefined && Number(raw) >= 0 ? Number(raw) * factor : undefined;
  const megabytes = scaled ?? toMegabytes(VOLUME)(raw, field, ignored);
  const most = toMegabytes(VOLUME)(total, field, counted) ?? Number.POSITIVE_INFINITY;
  const isPlausible = megabytes !== undefined && megabytes <= most;
  if (isPlausible ? scaled !== undefined && factor !== 1 : megabytes !== undefined) ignored.add(field);
  return isPlausible ? megabytes : undefined;
}
