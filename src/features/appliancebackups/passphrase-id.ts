import { type Invariant, invariant } from '../../kit/data/invariant.ts';
import { settings } from '../../kit/tables.ts';
import { settingNamed } from './queries.ts';
import { PASSPHRASE, PASSPHRASE_ID } from './settings.ts';

/**
 * Generates a new ID whenever the passphrase changes. Backups store the ID to identify their passphrase
 * without revealing it.
 */
export const passphraseIdMatches: Invariant = invariant(
  'another passphrase of backups has another id',
  [settings],
  (tx, changes) => {
    const isOther = changes.some(
      ({ op, id, after }) =>
        op !== 'delete' && after?.sealed !== undefined && tx.row(settings, id)?.key === PASSPHRASE,
    );
    if (!isOther) return;
    const value = crypto.randomUUID();
    const row = settingNamed.get(tx, { key: PASSPHRASE_ID });
    if (row) tx.update(settings, row.settingid, { value });
    else tx.insert(settings, { key: PASSPHRASE_ID, value, valuetype: 'string', category: 'backups' });
  },
);
