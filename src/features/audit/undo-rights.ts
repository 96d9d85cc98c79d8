import { type Actor, mayUndo } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { notFound } from '../../kit/errors.ts';
import { forbidden } from '../../kit/http/access.ts';
import { auditRow, openRows } from './queries.ts';

/** 403 for a change that the caller could not make himself; whether there is one at all is for admins to know. */
export function refuseForeign(reader: Reader, actor: Actor, auditlogid: number): void {
  const row = auditRow.get(reader, { auditlogid });
  if (!mayUndo(actor, row?.needs ?? null)) throw forbidden();
  if (!row) throw notFound('Audit row');
}

/** Those of the audit rows whose change can be taken back, and by this caller. */
export function findUndoableRows(reader: Reader, actor: Actor, auditlogids: readonly number[]): Set<number> {
  const open = openRows.all(reader, { ids: JSON.stringify(auditlogids) });
  return new Set(open.filter(({ needs }) => mayUndo(actor, needs)).map(({ auditlogid }) => auditlogid));
}
