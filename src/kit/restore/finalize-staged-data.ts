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

/** Who restores what, and what the data must know of it. */
export interface FinalizeDataInput {
  /** Where the data lie, up to date, and nobody has opened them. */
  folder: string;
  clock: Clock;
  /** Who asked for it, as the log calls him. */
  by: string;
  /** What the audit row says. */
  details: Record<string, unknown>;
  secrets: SecretColumns;
  /** Tables whose changes nobody takes back. */
  final: ReadonlySet<string>;
  /** Changes what may not come back with the data; answers what the audit row says of it. */
  change(tx: Tx): Record<string, unknown>;
}

/** Ends all sign-ins in data that were restored, lets nothing go out of them, and says in their log that they were. */
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
        // Rows of restored data are written here by whoever does not know which columns have names.
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

/** What would be a line in the log of a running appliance ends the restore. */
const strict: Log = {
  info: () => undefined,
  warn: fail,
  error: fail,
  flush: () => undefined,
};

function fail(message: string, { cause }: Record<string, unknown> = {}): never {
  throw cause ?? new Error(message);
}
