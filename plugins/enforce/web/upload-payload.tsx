import { FileInput, Progress, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { FieldErrors } from '../../../src/web/api/api-error.ts';
import { createFileForm, upload } from '../../../src/web/api/upload.ts';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { sizeText } from '../../../src/web/parts/size-text.ts';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import { type EntryRecord, refreshQueries } from './data.ts';

interface Values {
  file: File | null;
  sha256: string;
}

/**
 * Shows the dialog that uploads the payload of an entry. Closing the dialog cancels the upload, and none of
 * it is stored.
 */
export function UploadPayload({ entry, onClose }: { entry: EntryRecord; onClose: () => void }) {
  const [share, setShare] = useState<number | null>(null);
  const leaving = useLeaving(share !== null);
  const form = useForm<Values>({
    initial: { file: null, sha256: '' },
    save: async ({ file, sha256 }) => {
      if (!file) throw new FieldErrors({ file: 'Choose the file.' });
      const hash = sha256.trim().toLowerCase();
      setShare(0);
      try {
        const { auditid } = await upload(
          `/enforce/entries/${entry.entryid}/payload`,
          createFileForm(file, hash ? { sha256: hash } : {}),
          { onProgress: setShare, signal: leaving.signal },
        );
        await refreshQueries();
        toastDone(`${file.name} is now the payload of ${entry.Name}.`, auditid);
      } finally {
        setShare(null);
      }
      onClose();
    },
  });
  const isSending = share !== null;
  const { file } = form.values;
  return (
    <FormModal
      form={form}
      draft={null}
      title={`Payload of ${entry.Name}`}
      action="Upload"
      size={520}
      onClose={onClose}
    >
      <p className="mw-muted">
        {entry.haspayload && entry.PayloadSha256
          ? 'A new file replaces the current one. Published revisions keep their file.'
          : 'The entry cannot be published without its file.'}
      </p>
      <FileInput
        label="File"
        placeholder="Choose file"
        required
        leftSection={<IconUpload size={16} aria-hidden />}
        data-autofocus
        disabled={isSending}
        value={file}
        error={form.errors.file}
        onChange={(chosen) => form.set('file', chosen)}
      />
      <TextInput
        label="SHA-256 (optional)"
        description="Rejects a file that was damaged during the upload."
        autoComplete="off"
        disabled={isSending}
        {...form.text('sha256')}
      />
      <p className="mw-muted">
        Scripts can upload a large file in parts, with at most 5 such uploads per user and 40 in total.
      </p>
      {isSending && file && (
        <div role="status">
          <Progress value={share * 100} animated={share >= 1} aria-label="Upload" mb={4} />
          <span className="mw-muted">
            {share < 1
              ? `${Math.round(share * 100)} % sent, ${sizeText(file.size * share)} of ${sizeText(file.size)}`
              : 'Upload complete. The appliance verifies the file.'}
          </span>
        </div>
      )}
    </FormModal>
  );
}

/**
 * Returns a controller whose signal is aborted when the form closes, which cancels a running upload. While an
 * upload runs, the browser asks for confirmation before the page closes.
 */
function useLeaving(isBusy: boolean): AbortController {
  const { current: leaving } = useRef(new AbortController());
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isBusy) window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
  useEffect(() => () => leaving.abort(), [leaving]);
  return leaving;
}
