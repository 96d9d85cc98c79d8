import { useState } from 'react';
import { upload } from '../../../../src/web/api/upload.ts';
import { FileButton } from '../../../../src/web/parts/file-button.tsx';
import { FileUploadProgress } from '../../../../src/web/parts/file-upload-progress.tsx';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { PassphraseField } from '../../../../src/web/parts/passphrase-field.tsx';
import { sizeText } from '../../../../src/web/parts/size-text.ts';
import { toastDone } from '../../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import { type Backup, refreshBackups } from './backup.ts';

const ENCRYPTED_SUFFIX = '.age';

/** Shows the button that uploads a backup file, for example of another appliance. */
export function UploadBackup() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <FileButton accept=".zst,.age" onFile={setFile}>
        Upload backup
      </FileButton>
      {file && (
        <UploadModal key={`${file.name} ${file.lastModified}`} file={file} onClose={() => setFile(null)} />
      )}
    </>
  );
}

function UploadModal({ file, onClose }: { file: File; onClose: () => void }) {
  const [ending] = useState(() => new AbortController());
  const form = useForm({
    // The progress is a form value, so that the dialog counts as edited. A click outside then does not abort
    // a long upload.
    initial: { passphrase: '', share: null as number | null },
    save: async ({ passphrase }) => {
      form.set('share', 0);
      try {
        await send(file, passphrase, (share) => form.set('share', share), ending.signal);
      } finally {
        form.set('share', null);
      }
      toastDone(`${file.name} is uploaded.`);
      await refreshBackups();
      onClose();
    },
  });
  const close = () => {
    ending.abort();
    onClose();
  };
  const { share } = form.values;
  return (
    <FormModal form={form} draft={null} title="Upload backup" action="Upload" onClose={close}>
      <p className="mw-break">
        {file.name} <span className="mw-muted">{sizeText(file.size)}</span>
      </p>
      <p className="mw-muted">Millwright verifies the file first and rejects incomplete backups.</p>
      {file.name.endsWith(ENCRYPTED_SUFFIX) && (
        <PassphraseField
          form={form}
          empty="the passphrase in the settings is used. A backup that it does not decrypt is stored without verification."
        />
      )}
      {share !== null && <FileUploadProgress percent={Math.round(share * 100)} />}
    </FormModal>
  );
}

const send = (
  file: File,
  passphrase: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<unknown> =>
  upload<Backup>('/backups/upload', file, {
    query: { filename: file.name },
    headers: passphrase ? { 'x-backup-passphrase': encodeURIComponent(passphrase) } : {},
    onProgress,
    signal,
  });
