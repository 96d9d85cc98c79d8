import type { Database } from '../data/database.ts';
import type { JournalEntry } from '../data/journal.ts';
import type { Reader, Row } from '../data/reader.ts';
import type { WriteContext } from '../data/tx.ts';
import type { Log } from '../log.ts';
import type { SigningKey } from '../signing-key.ts';
import { SkippedRows } from './revert-entries.ts';
import { journalMacOf, journalPartsOf, unfinishedOperations } from './queries.ts';
import { rollBackOperation, rollBackSteps } from './roll-back.ts';
import { isJournalIntact } from './verify.ts';

/**
 * Before anybody is served: what was under way when the process ended is taken back. What cannot be stays as it is,
 * and is told: it must not keep the appliance from starting.
 */
export function rollBackInterrupted(db: Database, context: WriteContext, key: SigningKey, log: Log): void {
  for (const { auditlogid } of db.read((reader) => unfinishedOperations.all(reader))) {
    try {
      db.read((reader) => refuseForged(reader, key, auditlogid));
      const stayed = new SkippedRows();
      for (const _turn of rollBackSteps(db, context, auditlogid, { stayed })) db.commit();
      if (stayed.auditDetails.stayed)
        log.error('work that was cut off was not taken back whole', { auditlogid, ...stayed.auditDetails });
      else log.warn('work that was cut off was taken back', { auditlogid });
    } catch (cause) {
      log.error('work that was cut off could not be taken back', { auditlogid, cause });
      if (!(cause instanceof ForgedJournal)) claimRest(db, context, auditlogid);
    }
  }
}

/** Nobody changes its rows before it is taken back: as soon as what keeps it from that, such as a full disk, is over. */
function claimRest(db: Database, context: WriteContext, auditlogid: number): void {
  const claim = db.rowLockTable.begin();
  const { schema } = db;
  db.read((reader) => {
    const parts = journalPartsOf.all(reader, { auditlogid });
    const journal = parts.flatMap(({ entries }) => JSON.parse(entries) as JournalEntry[]);
    const row = (table: string, id: number) =>
      reader.get<Row>(`SELECT * FROM ${table} WHERE ${schema.table(table).id} = ?`, id);
    claim.add({ journal, schema, row });
  });
  claim.confirmLatest();
  claim.isRollingBack = true;
  claim.finishRollback = () => rollBackOperation(db, context, auditlogid, { claim });
}

class ForgedJournal extends Error {}

/** Nothing is taken back that was through already, or by a journal that this appliance did not write. */
function refuseForged(reader: Reader, key: SigningKey, auditlogid: number): void {
  const row = journalMacOf.get(reader, { auditlogid });
  const parts = journalPartsOf.all(reader, { auditlogid });
  // Rows from before the log was keyed carry no marks.
  if (!row?.journal && parts.every(({ mark }) => mark === null)) return;
  if (!row || (parts.length > 0 && !isJournalIntact(key, { auditlogid, journal: row.journal }, parts, true)))
    throw new ForgedJournal(`The journal of row ${auditlogid} is not that of work that was cut off.`);
}
