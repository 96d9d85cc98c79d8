import type { Database } from '../data/database.ts';
import { createSystemContext } from '../data/tx.ts';
import type { Log } from '../log.ts';

/** What was lost and is made anew at a start, because somebody at the console said so. */
export interface RegeneratedKeys {
  /** The keys of `secrets.json`; `settings` are those whose values were sealed with the lost ones. */
  secrets?: { settings: string[] };
  /** The server's certificate; `lost` is the SPKI pin of the one before, where it is known. */
  certificate?: { lost: string | null };
}

/** The audit row from which on the log is written under new keys. */
export const SECRETS_RENEWED = 'platform.secrets.renewed';

const PINS_END =
  'PCs and scripts that pin the old one do not trust this server until they are told the new one';

/** Says it in the log and in the audit log, where nobody takes it out again. */
export function recordRegeneratedKeys(
  db: Database,
  log: Log,
  { secrets, certificate }: RegeneratedKeys,
): void {
  if (secrets) {
    log.warn('the keys were lost and were made anew: enter these secret settings again', { ...secrets });
    note(db, SECRETS_RENEWED, 'secrets', { ...secrets });
  }
  if (certificate) {
    log.warn(`the certificate was lost and was made anew: ${PINS_END}`, { ...certificate });
    note(db, 'platform.certificate.renewed', 'certificate', { ...certificate, consequence: PINS_END });
  }
}

function note(db: Database, action: string, entitytype: string, details: Record<string, unknown>): void {
  db.transact(createSystemContext(), action, (tx) =>
    tx.audit({ entitytype, entityid: null, details, undoable: false }),
  );
}
