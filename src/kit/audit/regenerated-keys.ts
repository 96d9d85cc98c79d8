import type { Database } from '../data/database.ts';
import { createSystemContext } from '../data/tx.ts';
import type { Log } from '../log.ts';

/**
 * Keys and certificates that were lost and regenerated at this start, as the operator requested on the
 * command line.
 */
export interface RegeneratedKeys {
  /**
   * The keys of `secrets.json`. `settings` lists the settings whose values were encrypted with the lost keys.
   */
  secrets?: { settings: string[] };
  /** The certificate of the server. `lost` is the SPKI pin of the previous one, or null if it is unknown. */
  certificate?: { lost: string | null };
}

/** The action of the audit row that records new keys. Rows before it cannot be verified. */
export const SECRETS_RENEWED = 'platform.secrets.renewed';

const PINS_END =
  'PCs and scripts that pin the old certificate do not trust this appliance until you update them';

/** Records regenerated keys and certificates in the log and, permanently, in the audit log. */
export function recordRegeneratedKeys(
  db: Database,
  log: Log,
  { secrets, certificate }: RegeneratedKeys,
): void {
  if (secrets) {
    log.warn('created new keys because the previous ones are missing; enter these secret settings again', {
      ...secrets,
    });
    note(db, SECRETS_RENEWED, 'secrets', { ...secrets });
  }
  if (certificate) {
    log.warn(`created a new certificate because the previous one is missing: ${PINS_END}`, {
      ...certificate,
    });
    note(db, 'platform.certificate.renewed', 'certificate', { ...certificate, consequence: PINS_END });
  }
}

function note(db: Database, action: string, entitytype: string, details: Record<string, unknown>): void {
  db.transact(createSystemContext(), action, (tx) =>
    tx.audit({ entitytype, entityid: null, details, undoable: false }),
  );
}
