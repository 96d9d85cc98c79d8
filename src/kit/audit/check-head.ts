import type { Database } from '../data/database.ts';
import { createSystemContext } from '../data/tx.ts';
import type { Log } from '../log.ts';
import type { AuditHead } from './head.ts';
import type { RegeneratedKeys } from './regenerated-keys.ts';

/**
 * At the start, before the head moves on: a log that does not reach as far as its head says was changed from outside.
 * That is written into the log itself, where nobody takes it out again, and the work goes on.
 */
export function checkHead(db: Database, head: AuditHead, log: Log, renewed: RegeneratedKeys): void {
  // Under new keys no head fits: that they are new is said already.
  const fault = renewed.secrets ? undefined : head.verify();
  if (fault) {
    log.error('the audit log was changed from outside', { fault });
    db.transact(createSystemContext(), 'audit.log.mistrusted', (tx) =>
      tx.audit({ entitytype: 'audit', entityid: null, details: { fault }, undoable: false }),
    );
  }
  // There is a head before the first row that could be cut off.
  head.write();
}
