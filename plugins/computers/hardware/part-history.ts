import type { JournalEntry } from '../../../src/kit/data/journal.ts';
import type { Row } from '../../../src/kit/data/reader.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { HistoryChange, HistoryFormatter, HistoryRows } from '../../../src/kit/history-rule.ts';
import { idsOfKind } from '../inventory/part-queries.ts';
import { computerparts } from '../tables.ts';
import { PART_NAMES, type PartKind } from './kinds.ts';

const TABLE = 'computerparts';

/**
 * Formats a changed part for the history, by kind and name, such as a replaced disk or a removed monitor. The
 * first report of a kind is not a change.
 */
export const formatPartHistory: HistoryFormatter = (tx, entry): HistoryChange[] => {
  const { id, op, before, after } = entry;
  if (op === 'update') {
    const row = tx.row(computerparts, id);
    if (!row) return [];
    return [
      {
        field: row.kind,
        before: describePart({ ...row, ...before }),
        after: describePart({ ...row, ...after }),
      },
    ];
  }
  if (op === 'insert' && isFirstOfKind(tx, entry)) return [];
  const kind = String((after ?? before)!.kind);
  return [{ field: kind, before: before && describePart(before), after: after && describePart(after) }];
};

/** The parts of a computer at an earlier time. */
export const listedParts: HistoryRows = {
  title: 'Hardware',
  describe: (_reader, row) => ({
    name: Object.hasOwn(PART_NAMES, row.kind as string) ? PART_NAMES[row.kind as PartKind] : String(row.kind),
    value: describePart(row),
  }),
};

/** Reports whether the computer had no part of this kind before this transaction. */
function isFirstOfKind(tx: Tx, { after }: JournalEntry): boolean {
  const { computerid, kind } = after as { computerid: number; kind: string };
  const same = tx.journal.filter(
    ({ table, before, after: made }) =>
      table === TABLE && (made?.kind ?? before?.kind) === kind && (made ?? before)!.computerid === computerid,
  );
  if (same.some(({ op }) => op === 'delete')) return false;
  const there = idsOfKind.all(tx, { computerid, kind });
  const made = new Set(same.filter(({ op }) => op === 'insert').map(({ id }) => id));
  return there.every(({ computerpartid }) => made.has(computerpartid));
}

function describePart({ name, serialnumber, megabytes, detail }: Row): string {
  const size = typeof megabytes === 'number' && megabytes > 0 ? sizeText(megabytes) : null;
  return [name, size, detail, serialnumber].filter(Boolean).join(', ');
}

const sizeText = (megabytes: number): string =>
  megabytes < 1024 ? `${megabytes} MB` : `${Math.round(megabytes / 102.4) / 10} GB`;
