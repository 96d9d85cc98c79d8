import { Checkbox, TextInput } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, fieldErrorsOf } from '../../../../src/web/api/api-error.ts';
import { followRestore, type RestorePhase } from '../../../../src/web/api/follow-restore.ts';
import { Dialog } from '../../../../src/web/parts/dialog.tsx';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { PassphraseField } from '../../../../src/web/parts/passphrase-field.tsx';
import { RestoreProgress } from '../../../../src/web/parts/restore-progress.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import { type Backup, findRestoreBlocker, readRestoreState, refreshBackups, startRestore } from './backup.ts';
import { ReasonButton } from './reason-button.tsx';

/** Shows the button that restores a backup, after the user has entered its file name. */
export function RestoreButton({ backup }: { backup: Backup }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <ReasonButton
        icon={IconRestore}
        reason={findRestoreBlocker(backup)}
        onClick={() => setAsking(true)}
        aria-label={`Restore ${backup.filename}`}
      >
        Restore
      </ReasonButton>
      {asking && <RestoreModal backup={backup} onClose={() => setAsking(false)} />}
    </>
  );
}

function RestoreModal({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { form, phase, isOtherSeal, isUnread } = useRestoreForm(backup);
  if (phase)
    return (
      <Dialog
        title="Restoring backup"
        onClose={onClose}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        <p className="mw-break">{backup.filename}</p>
        <RestoreProgress phase={phase} />
      </Dialog>
    );
  return (
    <FormModal form={form} draft={null} title="Restore backup" action="Restore" size={560} onClose={onClose}>
      <Consequences kind={backup.kind} />
      <p className="mw-break">
        <strong>{backup.filename}</strong>
      </p>
      <TextInput
        label="File name"
        description="Enter the file name shown above to confirm."
        autoComplete="off"
        {...form.text('confirm')}
      />
      {(isOtherSeal || (backup.sealed && backup.verified === null)) && (
        <PassphraseField form={form} empty="the passphrase in the settings is used." />
      )}
      {isUnread && (
        <Checkbox
          label="Restore anyway: access that was revoked or blocked since the backup may be valid again"
          {...form.check('evenso')}
        />
      )}
      {form.busy && <RestoreProgress phase="rehearsing" />}
    </FormModal>
  );
}

const Consequences = ({ kind }: Pick<Backup, 'kind'>) => (
  <>
    <p>
      {kind === 'upgrade'
        ? 'This restores the database from before the upgrade. Files, certificate and keys do not change.'
        : 'This replaces all data of this appliance with the data in this backup.'}{' '}
      Millwright tests the restore on a copy first. If the test fails, nothing changes and the error is shown
      here.
    </p>
    <ul className="mw-stack mw-small">
      <li>All users are signed out, including you. The appliance is unavailable for up to one minute.</li>
      <li>
        Your account does not change. Accounts, roles, passwords, tokens, credentials of PCs and secret
        settings that were revoked, blocked, used or replaced since the backup remain so.
      </li>
      <li>
        Mail, webhooks and commands for PCs are paused until an admin resumes deliveries. Unfinished commands
        in the backup are marked as failed.
      </li>
      <li>The current data are saved as a backup in this list, so you can restore them later.</li>
    </ul>
  </>
);

function useRestoreForm(backup: Backup) {
  const [phase, setPhase] = useState<RestorePhase | null>(null);
  const [isOtherSeal, setOtherSeal] = useState(false);
  const [isUnread, setUnread] = useState(false);
  const form = useForm({
    initial: { confirm: '', passphrase: '', evenso: false },
    save: async ({ confirm, passphrase, evenso }) => {
      const options = { passphrase: passphrase || undefined, evenso: evenso || undefined };
      try {
        await startRestore(backup, { confirm: confirm.trim(), ...options });
        setPhase('rehearsing');
        await followRestore({ readState: () => readRestoreState(backup), onPhase: setPhase });
      } catch (failure) {
        if (fieldErrorsOf(failure).passphrase) setOtherSeal(true);
        if (failure instanceof ApiError && failure.details.unread) setUnread(true);
        setPhase(null);
        await refreshBackups();
        throw failure;
      }
    },
  });
  return { form, phase, isOtherSeal, isUnread };
}
