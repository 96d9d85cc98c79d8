import { invariant } from '../../src/kit/data/invariant.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { notFound } from '../../src/kit/errors.ts';
import { deleteDigits, insertDigits, itemsWithDigits, itemsWithTag, itemWithCode } from './queries.ts';
import { items } from './tables.ts';

const bare = (digits: string): string => digits.replace(/^0+(?=.)/, '');

/**
 * What is typed on a number pad for these codes, without leading zeros: all digits of each, and those that it ends
 * with. `PP-2-0042` is found by 20042 and by 42.
 */
export function listPadDigits(codes: readonly (string | null)[]): ReadonlySet<string> {
  const found = codes.flatMap((code) => [
    (code ?? '').replace(/[^0-9]/g, ''),
    /[0-9]+(?=[^0-9]*$)/.exec(code ?? '')?.[0] ?? '',
  ]);
  return new Set(found.filter(Boolean).map(bare));
}

/** The digits that find an item follow from its codes. */
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

/** What stands on a label: the code, and behind a bar the revision; what is no number there says nothing. */
export function readLabel(scan: string): { code: string; revision: number | null } {
  const [code = '', rest = ''] = scan.split('|', 2).map((part) => part.trim());
  return { code, revision: /^[0-9]{1,6}$/.test(rest) ? Number(rest) : null };
}

/**
 * The one active item that is meant: by its whole code, by its gage-lab tag, or by digits that no other has. 404 when
 * there is none or it could be several.
 */
export function resolveItemCode(reader: Reader, code: string): number {
  const whole = itemWithCode.get(reader, { code });
  if (whole) return whole.itemid;
  const [tagged, ...more] = itemsWithTag.all(reader, { tag: code });
  if (tagged && more.length === 0) return tagged.itemid;
  if (!tagged && /^[0-9]+$/.test(code)) {
    const [typed, ...others] = itemsWithDigits.all(reader, { digits: bare(code) });
    if (typed && others.length === 0) return typed.itemid;
  }
  throw notFound('Printed part');
}
