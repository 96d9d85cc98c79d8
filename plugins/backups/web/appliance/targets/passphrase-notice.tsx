import { useSetting } from '../../../../../src/web/api/queries.ts';
import { AppLink } from '../../../../../src/web/parts/app-link.tsx';
import { Failure } from '../../../../../src/web/parts/failure.tsx';
import { Warning } from '../../../../../src/web/parts/warning.tsx';

/**
 * Explains that targets outside this server require a passphrase. It appears while none is set, or after the
 * server rejected a target because of it.
 */
export function PassphraseNotice({ isRefused }: { isRefused: boolean }) {
  const passphrase = useSetting('backup_passphrase');
  if (isRefused)
    return (
      <Failure>
        <Text />
      </Failure>
    );
  if (passphrase !== '') return null;
  return (
    <Warning>
      <Text />
    </Warning>
  );
}

const Text = () => (
  <>
    Set a backup passphrase first:{' '}
    <AppLink to="/admin/settings?search=backup_passphrase">Settings &gt; Backups of the appliance</AppLink>.
    Backups that leave this appliance must be encrypted.
  </>
);
