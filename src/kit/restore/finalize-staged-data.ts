import { join } from 'node:path';
import { SYSTEM } from '../actor.ts';
import { AuditHead } from '../audit/head.ts';
import type { SecretColumns } from '../audit/secret-columns.ts';
import { createAuditHook } from '../audit/write.ts';
import { DATABASE } from '../backup/manifest.ts';
import type { Clock } from '../clock.ts';
import { Database } from '../data/database.ts';
import { openDatabaseFile } from '../data/open.ts';
import type { Tx } from '../data/tx.ts';
import type { Log } from '../log.ts';
import { pauseDeliveries } from '../outbox/pause-deliveries.ts';
import { openSecrets, renewLoginKey } from '../secrets.ts';
import { addTask } from '../start-task-queries.ts';

/** Parameters for finalizing staged data. */
export interface FinalizeDataInput {
  /** The folder of the migrated data, which no process has open. */
  folder: string;
  clock: Clock;
  /** The name of the requesting user, as the audit log shows it. */
  by: string;
  /** Details for the audit row. */
  details: Record<string, unknown>;
  secrets: SecretColumns;
  /** Tables whose changes cannot be undone. */
  final: ReadonlySet<string>;
  /** Changes the data that must not return with the backup. Returns details for the audit row. */
  change(tx: Tx): Record<string, unknown>;
}

/**
 * Ends all sign-ins in the staged data, runs `change`, pauses deliveries, and records the restore in their
 * audit log.
 */
export function finalizeStagedData({
  folder,
  clock,
  by,
  details,
  secrets,
  final,
  change,
}: FinalizeDataInput): void {
  renewLoginKey(folder);
  const path = join(folder, DATABASE);
  const open = () => openDatabaseFile(path);
  const db = new Database(open(), clock, open, path);
  try {
    const keys = openSecrets(folder);
    const head = new AuditHead({ data: folder, secrets: keys, db, log: strict });
    db.beforeCommit(createAuditHook({ secrets, final, key: keys.auditKey, moves: () => undefined }));
    db.transact(
      { actor: { ...SYSTEM, name: by }, requestid: null, ipaddress: null },
      'backups.restored',
      (tx) => {
        // The restore writes rows without knowing their name columns, so the next start folds all names.
        addTask.run(tx, { task: 'names' });
        tx.audit({
          entitytype: 'backup',
          entityid: null,
          details: { ...details, ...change(tx), unsent: pauseDeliveries(tx) },
          undoable: false,
        });
      },
    );
    head.write();
  } finally {
    db.close();
  }
}

/**
 * A log that throws, so that whatever would be a warning or error in a running appliance aborts the restore.
 */
const strict: Log = {
  info: () => undefined,
  warn: fail,
  error: fail,
  flush: () => undefined,
};

function fail(message: string, { cause }: Record<string, unknown> = {}): never {
  throw cause ?? new Error(message);
}
