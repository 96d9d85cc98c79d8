import type { Database } from '../data/database.ts';
import { createSystemContext } from '../data/tx.ts';
import type { Log } from '../log.ts';
import type { AuditHead } from './head.ts';
import type { RegeneratedKeys } from './regenerated-keys.ts';

/**
 * Compares the audit log with its signed head at start, before the head is written again. A mismatch, such as
 * a log that ends before its head, is a change from outside. Records it in the log and, permanently, in the
 * audit log, and lets the start continue. After a renewal of the keys nothing is compared.
 */
export function checkHead(db: Database, head: AuditHead, log: Log, renewed: RegeneratedKeys): void {
  // New keys match no old head, and the renewal of the keys is recorded already.
  const fault = renewed.secrets ? undefined : head.verify();
  if (fault) {
    log.error('audit log verification failed', { fault });
    db.transact(createSystemContext(), 'audit.log.mistrusted', (tx) =>
      tx.audit({ entitytype: 'audit', entityid: null, details: { fault }, undoable: false }),
    );
  }
  // Writing the head now ensures that one exists before the first row that could be removed.
  head.write();
}
