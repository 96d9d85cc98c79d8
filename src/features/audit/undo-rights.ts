import { type Actor, mayUndo } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { notFound } from '../../kit/errors.ts';
import { forbidden } from '../../kit/http/access.ts';
import { auditRow, openRows } from './queries.ts';

/**
 * Throws 403 when the caller lacks the permission for the change. Only admins get 404 for an unknown ID, so
 * that others cannot probe IDs.
 */
export function refuseForeign(reader: Reader, actor: Actor, auditlogid: number): void {
  const row = auditRow.get(reader, { auditlogid });
  if (!mayUndo(actor, row?.needs ?? null)) throw forbidden();
  if (!row) throw notFound('Audit row');
}

/**
 * Returns the IDs in `auditlogids` of rows with undo data that are not undone and that this caller may undo.
 */
export function findUndoableRows(reader: Reader, actor: Actor, auditlogids: readonly number[]): Set<number> {
  const open = openRows.all(reader, { ids: JSON.stringify(auditlogids) });
  return new Set(open.filter(({ needs }) => mayUndo(actor, needs)).map(({ auditlogid }) => auditlogid));
}
