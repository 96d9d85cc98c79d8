import type { Database } from '../data/database.ts';
import { parseJournal } from '../data/journal.ts';
import type { Reader, Row } from '../data/reader.ts';
import type { WriteContext } from '../data/tx.ts';
import type { Log } from '../log.ts';
import type { SigningKey } from '../signing-key.ts';
import { journalMacOf, journalPartsOf, unfinishedOperations } from './queries.ts';
import { SkippedRows } from './revert-entries.ts';
import { rollBackOperation, rollBackSteps } from './roll-back.ts';
import { isJournalIntact } from './verify.ts';

/**
 * Rolls back the batch operations that the end of the process interrupted. Runs before the first request is
 * served. Rows that cannot be rolled back stay as they are and are logged, so that they do not prevent the
 * start. If a rollback fails, its rows stay locked. A forged journal is only logged.
 */
export function rollBackInterrupted(db: Database, context: WriteContext, key: SigningKey, log: Log): void {
  for (const { auditlogid } of db.read((reader) => unfinishedOperations.all(reader))) {
    try {
      db.read((reader) => refuseForged(reader, key, auditlogid));
      const skipped = new SkippedRows();
      for (const _turn of rollBackSteps(db, context, auditlogid, { skipped })) db.commit();
      if (skipped.auditDetails.stayed)
        log.error('rollback of interrupted batch operation incomplete', {
          auditlogid,
          ...skipped.auditDetails,
        });
      else log.warn('rolled back interrupted batch operation', { auditlogid });
    } catch (cause) {
      log.error('rollback of interrupted batch operation failed', { auditlogid, cause });
      if (!(cause instanceof ForgedJournal)) lockRest(db, context, auditlogid);
    }
  }
}

/**
 * Locks the rows of an operation whose rollback failed. They stay locked until the rollback succeeds, as soon
 * as its obstacle, such as a full disk, is gone.
 */
function lockRest(db: Database, context: WriteContext, auditlogid: number): void {
  const locks = db.rowLockTable.begin();
  const { schema } = db;
  db.read((reader) => {
    const parts = journalPartsOf.all(reader, { auditlogid });
    const journal = parts.flatMap(({ entries }) => parseJournal(entries));
    const row = (table: string, id: number) =>
      reader.get<Row>(`SELECT * FROM ${table} WHERE ${schema.table(table).id} = ?`, id);
    locks.add({ journal, schema, row });
  });
  locks.confirmLatest();
  locks.isRollingBack = true;
  locks.finishRollback = () => rollBackOperation(db, context, auditlogid, { locks });
}

class ForgedJournal extends Error {}

/** Throws when the operation had ended already, or when this appliance did not write its journal. */
function refuseForged(reader: Reader, key: SigningKey, auditlogid: number): void {
  const row = journalMacOf.get(reader, { auditlogid });
  const parts = journalPartsOf.all(reader, { auditlogid });
  // Rows older than the keyed log have no MAC.
  if (!row?.journal && parts.every(({ mark }) => mark === null)) return;
  if (!row || (parts.length > 0 && !isJournalIntact(key, { auditlogid, journal: row.journal }, parts, true)))
    throw new ForgedJournal(
      `The journal of row ${auditlogid} does not belong to an interrupted batch operation.`,
    );
}
