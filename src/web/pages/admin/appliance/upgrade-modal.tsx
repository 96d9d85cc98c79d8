import { Loader } from '@mantine/core';
import { useState } from 'react';
import { followUpgrade, upgradeKey } from '../../../api/follow-upgrade.ts';
import { queryClient } from '../../../api/query-client.ts';
import { upload } from '../../../api/upload.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FileField } from '../../../parts/file-field.tsx';
import { FileUploadProgress } from '../../../parts/file-upload-progress.tsx';
import { FormModal } from '../../../parts/form-modal.tsx';
import { useForm } from '../../../parts/use-form.ts';

interface UpgradeModalProps {
  /** Date of the previous upgrade; undefined without one. */
  previous: string | undefined;
  onClose: () => void;
}

/**
 * Shows the dialog that uploads a program, with its signature if it has one. Waits until the new program
 * serves and reloads the page, or shows why the previous one is back.
 */
export function UpgradeModal({ previous, onClose }: UpgradeModalProps) {
  const { form, isAway, close } = useUpgradeForm(previous, onClose);
  const { program, signature, share } = form.values;
  if (isAway)
    return (
      <Dialog
        title="Upgrading"
        onClose={onClose}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        <div className="mw-state" role="status">
          <Loader size={20} aria-hidden />
          <span>
            Testing the new version on a copy of your data. This page reloads when the appliance is ready.
          </span>
        </div>
      </Dialog>
    );
  return (
    <FormModal
      form={form}
      draft={null}
      title="Upgrade Millwright"
      action="Upgrade"
      disabled={!program}
      onClose={close}
    >
      <p>
        The appliance is unavailable while the new version is tested on a copy of your data, usually for less
        than a minute. If the test fails, the previous version continues and nothing has changed.
      </p>
      <FileField file={program} error={form.errors.file} onFile={(file) => form.set('program', file)}>
        Choose program
      </FileField>
      <FileField
        file={signature}
        accept=".sig"
        error={form.errors.signature}
        onFile={(file) => form.set('signature', file)}
      >
        Choose signature
      </FileField>
      {share !== null && <FileUploadProgress percent={Math.round(share * 100)} />}
    </FormModal>
  );
}

function useUpgradeForm(previous: string | undefined, onClose: () => void) {
  const [isAway, setAway] = useState(false);
  const [ending] = useState(() => new AbortController());
  const form = useForm({
    initial: {
      program: null as File | null,
      signature: null as File | null,
      share: null as number | null,
      file: '',
    },
    save: async ({ program, signature }) => {
      form.set('share', 0);
      try {
        await send(program!, signature, (share) => form.set('share', share), ending.signal);
        setAway(true);
        await followUpgrade(previous);
        location.reload();
      } catch (failure) {
        setAway(false);
        await queryClient.invalidateQueries({ queryKey: upgradeKey });
        throw failure;
      } finally {
        form.set('share', null);
      }
    },
  });
  const close = () => {
    ending.abort();
    onClose();
  };
  return { form, isAway, close };
}

async function send(
  program: File,
  signature: File | null,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const query = signature ? { signature: await readSignature(signature) } : {};
  await upload('/upgrade', program, { query, onProgress, signal });
}

const SIGNATURE_BYTES = 64;

/** Returns the signature as base64. The file contains its 64 bytes or their base64 text. */
async function readSignature(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 200).arrayBuffer());
  const text = bytes.length === SIGNATURE_BYTES ? btoa(String.fromCharCode(...bytes)) : await file.text();
  return text.trim().slice(0, 200);
}
