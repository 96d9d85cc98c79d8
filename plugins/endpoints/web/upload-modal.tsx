import { Textarea } from '@mantine/core';
import { FieldErrors } from '../../../src/web/api/api-error.ts';
import { FileButton } from '../../../src/web/parts/file-button.tsx';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import type { CertificateView } from '../certificate/schemas.ts';
import { AnnounceSelect, chooseAnnounceMinutes } from './announce-select.tsx';
import { changeCertificate } from './certificate-data.ts';

const PEM_FILES = '.pem,.crt,.cer,.key,.txt';
const BEGIN = '-----BEGIN …-----';

interface UploadModalProps {
  /** The current server certificate; undefined without one. */
  view: CertificateView | undefined;
  onDone: (view: CertificateView) => void;
  onClose: () => void;
}

/** Uploads a certificate and its key in PEM, as text or from files. */
export function UploadModal({ view, onDone, onClose }: UploadModalProps) {
  const form = useForm({
    initial: { certificate: '', key: '', announceminutes: chooseAnnounceMinutes(view) },
    save: async ({ certificate, key, announceminutes }) => {
      const missing = {
        ...(!certificate && missingErrors('certificate')),
        ...(!key && missingErrors('key')),
      };
      if (Object.keys(missing).length > 0) throw new FieldErrors(missing);
      const body = { certificate, key, announceminutes: Number(announceminutes) };
      onDone(await changeCertificate('POST', 'upload', body));
    },
  });
  const readInto = (name: 'certificate' | 'key') => async (file: File) => form.set(name, await file.text());
  const pem = { autosize: true, minRows: 3, maxRows: 8, placeholder: BEGIN, spellCheck: false } as const;
  return (
    <FormModal
      form={form}
      draft={null}
      title="Upload certificate"
      action="Upload"
      size={640}
      onClose={onClose}
    >
      <Textarea
        label="Certificate"
        description="PEM: the certificate of this appliance first, then its issuers."
        data-autofocus
        {...pem}
        {...form.text('certificate')}
      />
      <FileButton size="compact-sm" accept={PEM_FILES} onFile={readInto('certificate')}>
        Load certificate file
      </FileButton>
      <Textarea
        label="Key"
        description="PEM, without a password. The key stays on this appliance and is never shown again."
        autoComplete="off"
        {...pem}
        {...form.text('key')}
      />
      <FileButton size="compact-sm" accept={PEM_FILES} onFile={readInto('key')}>
        Load key file
      </FileButton>
      {view?.served && (
        <AnnounceSelect
          value={form.values.announceminutes}
          pinned={view.agents.pinned}
          error={form.errors.announceminutes}
          onChange={(minutes) => form.set('announceminutes', minutes)}
        />
      )}
    </FormModal>
  );
}

const missingErrors = (name: 'certificate' | 'key') => ({ [name]: `Paste the ${name} or choose its file.` });
