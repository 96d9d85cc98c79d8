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

/** The button that replaces all data with a backup. */
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
        title="Restoring a backup"
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
    <FormModal form={form} title="Restore this backup?" action="Restore" size={560} onClose={onClose}>
      <Consequences kind={backup.kind} />
      <p className="mw-break">
        <strong>{backup.filename}</strong>
      </p>
      <TextInput
        label="Name of the file"
        description="Type or paste it as it stands above, to say that you mean this one."
        autoComplete="off"
        {...form.text('confirm')}
      />
      {(isOtherSeal || (backup.sealed && backup.verified === null)) && (
        <PassphraseField form={form} empty="the one in the settings is tried." />
      )}
      {isUnread && (
        <Checkbox
          label="Restore all the same: what was revoked or blocked since may be valid again"
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
        ? 'The database becomes what it was before the upgrade. Files, certificate and keys stay as they are.'
        : 'Everything in this appliance becomes what it was when this backup was made.'}{' '}
      It is tried out on a copy first: what is wrong with it is said here, and nothing has changed then.
    </p>
    <ul className="mw-stack mw-small">
      <li>Everybody is signed out, you too. The appliance is away for up to a minute.</li>
      <li>
        Your account stays as it is now. What was revoked, blocked, spent or replaced since stays so:
        accounts, roles, passwords, tokens, credentials of PCs, secrets in the settings.
      </li>
      <li>
        No mail, no webhook and no command for PCs goes out until an admin says that this appliance goes on.
        Commands that the backup holds unfinished have failed.
      </li>
      <li>The data of now stay: they lie in this list afterwards, and can be restored like any other.</li>
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
      const given = { passphrase: passphrase || undefined, evenso: evenso || undefined };
      try {
        await startRestore(backup, { confirm: confirm.trim(), ...given });
        setPhase('rehearsing');
        await followRestore({ ask: () => readRestoreState(backup), onPhase: setPhase });
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
