import { runBatchOperation } from '../../kit/audit/batch-operation.ts';
import {
  computeRowsAfterChanges,
  findUse,
  isUnchangedSince,
  type RowAfterChange,
  revertEntry,
} from '../../kit/audit/revert-entry.ts';
import { type JournalEntry, parseJournal } from '../../kit/data/journal.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { idColumnOf } from '../../kit/resource/list-sorts.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { TimeSlice } from '../../kit/time-slice.ts';
import { auditRow, isUnderway, journalEntriesOf, undoOf } from './queries.ts';

interface UndoOptions {
  /** Reports whether rows that the change created in a table stay when other rows use them now. */
  maySpare?(table: string): boolean;
}

interface UndoResult {
  auditlogid: number;
  /** Number of reversed row changes. */
  reversed: number;
  /** The created rows that stay, because other rows use them. */
  spared: { table: string; id: number }[];
}

/**
 * Restores the exact previous state of all rows that an audit row changed. The undo gets an audit row of its
 * own. The caller checks the permission before, with `refuseForeign`. Throws 404 for an unknown audit row,
 * and 409 when it cannot be undone, is already undone or still running. Throws 409 with the first 100 rows in
 * `details.changed` when a row has changed since.
 */
export async function undo(
  host: Host,
  context: WriteContext,
  auditlogid: number,
  { maySpare = () => false }: UndoOptions = {},
): Promise<UndoResult> {
  const { entries, needs, createddate } = host.db.read((reader) => journalOf(reader, auditlogid));
  if (entries.some(({ table }) => host.contributions.irreversibleTables.has(table))) throw noUndo();
  await refuseChanged(host, context, entries);
  const titleOf = (table: string) => toSentenceForm(host.registers.findByTable(table)?.many ?? table);
  const spared: UndoResult['spared'] = [];
  let left = entries.length;
  try {
    // The undo requires the same permissions as the change, so a caller who may undo the change may also redo
    // it.
    const { audit } = await runBatchOperation(
      host.db,
      { ...context, needs },
      {
        action: 'audit.change.undone',
        step: (tx) => {
          if (left === entries.length) refuseTwice(tx, auditlogid);
          tx.undoes = createddate;
          const entry = entries[--left]!;
          if (!isUnchangedSince(tx, tx.schema, leftBy(entry))) throw changedSinceError(host, [entry]);
          const { table, id, op } = entry;
          if (op === 'insert' && maySpare(table) && findUse(tx, tx.schema, table, id))
            spared.push({ table, id });
          else revertEntry(tx, entry, titleOf);
          return left > 0;
        },
        finish: () => undefined,
        note: () => ({
          entitytype: 'audit',
          entityid: auditlogid,
          details: { undoof: auditlogid, rows: entries.length },
        }),
      },
    );
    return { auditlogid: audit!.auditlogid, reversed: entries.length - spared.length, spared };
  } catch (cause) {
    throw toConflict(cause);
  }
}

/**
 * Converts a validation or constraint error of the undo to 409. Rules or tables may now forbid a state that
 * was valid before the change. Nothing is undone then. Returns any other error unchanged.
 */
function toConflict(cause: unknown): unknown {
  if (cause instanceof AppError && cause.code === 'VALIDATION_ERROR') {
    const [issue] = (cause.details as { issues?: { message: string }[] } | undefined)?.issues ?? [];
    return new AppError(
      'CONFLICT',
      `This change can no longer be undone. ${issue?.message ?? cause.message}`,
    );
  }
  const code = (cause as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_CONSTRAINT')) return cause;
  return new AppError(
    'CONFLICT',
    code.includes('FOREIGNKEY')
      ? 'This change can no longer be undone, because a record that it refers to was deleted.'
      : 'This change can no longer be undone, because another record now uses the same value.',
  );
}

/**
 * Throws 409 when rows have changed since. Checks all rows before the first one is changed, so that the error
 * covers all of them.
 */
async function refuseChanged(host: Host, context: WriteContext, entries: JournalEntry[]): Promise<void> {
  const changed: RowAfterChange[] = [];
  const turn = new TimeSlice(context.account);
  for (const state of computeRowsAfterChanges(entries)) {
    if (!host.db.read((reader) => isUnchangedSince(reader, host.db.schema, state))) changed.push(state);
    if (turn.isOver) await turn.next();
  }
  if (changed.length > 0) throw changedSinceError(host, changed);
}

interface Undoable {
  entries: JournalEntry[];
  needs: string[];
  createddate: string;
}

function journalOf(reader: Reader, auditlogid: number): Undoable {
  const row = auditRow.get(reader, { auditlogid });
  if (!row) throw notFound('Audit row');

  if (isUnderway.get(reader, { auditlogid }))
    throw new AppError('CONFLICT', 'This change is still running. Try again after it finishes.');
  const parts = journalEntriesOf.all(reader, { auditlogid });
  const entries = parts.flatMap((part) => parseJournal(part.entries));
  if (row.undoable === 0 || entries.length === 0) throw noUndo();
  refuseTwice(reader, auditlogid);
  return { entries, needs: row.needs?.split(',') ?? [], createddate: row.createddate };
}

const noUndo = () => new AppError('CONFLICT', 'This change cannot be undone.');

function refuseTwice(reader: Reader, auditlogid: number): void {
  if (undoOf.get(reader, { auditlogid })) throw new AppError('CONFLICT', 'This change was already undone.');
}

/** Returns the row as one step of the change left it. */
const leftBy = ({ table, id, after }: JournalEntry): RowAfterChange => ({ table, id, columns: after });

function changedSinceError(host: Host, changed: { table: string; id: number }[]): AppError {
  const more = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
  return new AppError(
    'CONFLICT',
    `${nameOf(host, changed[0]!)}${more} changed since then, so this change cannot be undone.`,
    { changed: changed.slice(0, 100).map(({ table, id }) => ({ table, id })) },
  );
}

/** Returns the name of a record for an error; for a row without a register, the name of its table. */
function nameOf(host: Host, { table, id }: { table: string; id: number }): string {
  const register = host.registers.findByTable(table);
  if (!register) return `A row of ${table}`;
  const record = host.resource(register).lister.findOne(host.db, idColumnOf(register), id);
  return `${register.one} ${record?.[register.label] ?? id}`;
}
