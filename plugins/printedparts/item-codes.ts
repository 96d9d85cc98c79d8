import { invariant } from '../../src/kit/data/invariant.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { notFound } from '../../src/kit/errors.ts';
import { deleteDigits, insertDigits, itemsWithDigits, itemsWithTag, itemWithCode } from './queries.ts';
import { items } from './tables.ts';

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=.)/, '');

/**
 * Returns the digits that find an item on a number pad, without leading zeros. For each code, these are all
 * its digits and the last group of digits. `PP-2-0042` is found by 20042 and by 42.
 */
export function listPadDigits(codes: readonly (string | null)[]): ReadonlySet<string> {
  const found = codes.flatMap((code) => [
    (code ?? '').replace(/[^0-9]/g, ''),
    /[0-9]+(?=[^0-9]*$)/.exec(code ?? '')?.[0] ?? '',
  ]);
  return new Set(found.filter(Boolean).map(withoutZeros));
}

/** Derives the stored digits of an item from its codes after each change. */
export const itemDigitsInvariant = invariant(
  'a printed part is found by the digits of its codes',
  [items],
  (tx, changes) => {
    for (const { op, id, after } of changes) {
      if (op === 'delete' || !('itemcode' in after! || 'gagelabtag' in after!)) continue;
      const { itemcode, gagelabtag } = tx.row(items, id)!;
      deleteDigits.run(tx, { itemid: id });
      for (const digits of listPadDigits([itemcode, gagelabtag]))
        insertDigits.run(tx, { itemid: id, digits });
    }
  },
);

/**
 * Parses a label: the code, then a bar and the revision. A revision that is missing, or is not a number of at
 * most six digits, is null.
 */
export function readLabel(scan: string): { code: string; revision: number | null } {
  const [code = '', rest = ''] = scan.split('|', 2).map((part) => part.trim());
  return { code, revision: /^[0-9]{1,6}$/.test(rest) ? Number(rest) : null };
}

/**
 * Finds the one active item by its full code, by its gage-lab tag, or by unambiguous digits. Throws 404 when
 * none or several match.
 */
export function resolveItemCode(reader: Reader, code: string): number {
  const whole = itemWithCode.get(reader, { code });
  if (whole) return whole.itemid;
  const [tagged, ...more] = itemsWithTag.all(reader, { tag: code });
  if (tagged && more.length === 0) return tagged.itemid;
  if (!tagged && /^[0-9]+$/.test(code)) {
    const [typed, ...others] = itemsWithDigits.all(reader, { digits: withoutZeros(code) });
    if (typed && others.length === 0) return typed.itemid;
  }
  throw notFound('Printed part');
}
