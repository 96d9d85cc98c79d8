import { useSetting } from '../../../../src/web/api/queries.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { Warning } from '../../../../src/web/parts/warning.tsx';

/**
 * Warns when the settings contain no passphrase or no schedule for backups. Shows nothing while they are
 * loading.
 */
export function Notices() {
  const passphrase = useSetting('backup_passphrase');
  const schedule = useSetting('backup_schedule');
  if (passphrase !== '' && schedule !== '') return null;
  return (
    <div className="mw-stack" style={{ marginBottom: 16 }}>
      {passphrase === '' && (
        <Warning>
          New backups are not encrypted: anyone with the file can read it.{' '}
          <AppLink to="/admin/settings?search=backup_passphrase">Set a passphrase</AppLink> in the settings.
        </Warning>
      )}
      {schedule === '' && (
        <Warning>
          Scheduled backups are off.{' '}
          <AppLink to="/admin/settings?search=backup_schedule">Set a schedule</AppLink> in the settings.
        </Warning>
      )}
    </div>
  );
}
