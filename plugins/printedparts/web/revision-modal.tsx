import { Progress, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FieldErrors } from '../../../src/web/api/api-error.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { createFileForm, upload } from '../../../src/web/api/upload.ts';
import { FileField } from '../../../src/web/parts/file-field.tsx';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import type { PrintFile } from '../file-routes.ts';
import { PRINT_EXTENSIONS } from '../stock-events.ts';

const ACCEPT = PRINT_EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** Shows the dialog that uploads a file as the next revision of a part. */
export function RevisionModal({
  path,
  label,
  onClose,
}: {
  path: string;
  label: string;
  onClose: () => void;
}) {
  const [share, setShare] = useState<number | null>(null);
  const form = useForm({
    initial: { file: null as File | null, note: '' },
    save: async ({ file, note }) => {
      if (!file) throw new FieldErrors({ file: 'Choose the print file of the part.' });
      setShare(0);
      try {
        const sent = await upload<PrintFile>(path, createFileForm(file, note ? { note } : {}), {
          onProgress: setShare,
        });
        await queryClient.invalidateQueries();
        toastDone(`${file.name} is revision ${sent.data.revision}.`);
        onClose();
      } finally {
        setShare(null);
      }
    },
  });
  return (
    <FormModal form={form} draft={null} title={`New revision: ${label}`} action="Upload" onClose={onClose}>
      <FileField
        accept={ACCEPT}
        file={form.values.file}
        error={form.errors.file}
        onFile={(file) => form.set('file', file)}
      >
        Choose file
      </FileField>
      <p className="mw-muted">
        STL, 3MF, G-code, STEP, OBJ or AMF, up to 100 MB. Revisions are numbered and never changed.
      </p>
      <TextInput label="Changes" placeholder="Wall 2 mm thicker" {...form.text('note')} />
      {share !== null && <Progress value={share * 100} aria-label="Sent" />}
    </FormModal>
  );
}
