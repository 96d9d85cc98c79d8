import { IconZoomCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { FieldErrors } from '../../../../src/web/api/api-error.ts';
import { Dialog } from '../../../../src/web/parts/dialog.tsx';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { PassphraseField } from '../../../../src/web/parts/passphrase-field.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { toastError } from '../../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import { type Backup, type Verification, verifyBackup } from './backup.ts';
import { ReasonButton } from './reason-button.tsx';

interface CheckButtonProps {
  backup: Backup;
  /** The reason why the backup cannot be verified; undefined when it can. */
  reason: string | undefined;
}

/** Shows the button that verifies a backup and shows the result. */
export function CheckButton({ backup, reason }: CheckButtonProps) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [found, setFound] = useState<Verification | null>(null);
  const show = (verification: Verification) => {
    const isShut = verification.verified === null;
    setAsking(isShut);
    setFound(isShut ? null : verification);
  };
  const check = async () => {
    if (backup.sealed && backup.verified === null) return setAsking(true);
    setBusy(true);
    try {
      show(await verifyBackup(backup));
    } catch (failure) {
      toastError(failure, `${backup.filename} could not be verified`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ReasonButton
        icon={IconZoomCheck}
        // The button is not disabled during the check, so that the focus can return to it.
        reason={busy ? 'Verification is running.' : reason}
        aria-busy={busy}
        onClick={() => void check()}
        aria-label={`Verify ${backup.filename}`}
      >
        {busy ? 'Verifying' : 'Verify'}
      </ReasonButton>
      {asking && <PassphraseModal backup={backup} onFound={show} onClose={() => setAsking(false)} />}
      {found && <Findings backup={backup} {...found} onClose={() => setFound(null)} />}
    </>
  );
}

interface PassphraseModalProps {
  backup: Backup;
  onFound: (verification: Verification) => void;
  onClose: () => void;
}

function PassphraseModal({ backup, onFound, onClose }: PassphraseModalProps) {
  const form = useForm({
    initial: { passphrase: '' },
    save: async ({ passphrase }) => {
      const found = await verifyBackup(backup, passphrase || undefined);
      if (found.verified === null)
        throw new FieldErrors({
          passphrase:
            'The passphrase in the settings does not decrypt this backup. Enter the one that it was encrypted with.',
        });
      onFound(found);
    },
  });
  return (
    <FormModal form={form} draft={null} title="Verify encrypted backup" action="Verify" onClose={onClose}>
      <p className="mw-break">{backup.filename}</p>
      <PassphraseField form={form} empty="the passphrase in the settings is used." />
    </FormModal>
  );
}

interface FindingsProps extends Verification {
  backup: Backup;
  onClose: () => void;
}

const Findings = ({ backup, verified, problems, onClose }: FindingsProps) => (
  <Dialog title="Verification result" onClose={onClose}>
    <div className="mw-stack">
      <p className="mw-break">{backup.filename}</p>
      {verified ? (
        <>
          <StateBadge word="verified" label="Verified" />
          <p>The backup is complete. All files, the database and the audit log are intact.</p>
        </>
      ) : (
        <>
          <StateBadge word="broken" label="Damaged" />
          <ul className="mw-break">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <p>Do not rely on this backup. Create a new one.</p>
        </>
      )}
    </div>
  </Dialog>
);
