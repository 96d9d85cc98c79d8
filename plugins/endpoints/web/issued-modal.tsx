import { Textarea } from '@mantine/core';
import { FieldErrors } from '../../../src/web/api/api-error.ts';
import { FileButton } from '../../../src/web/parts/file-button.tsx';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import type { CertificateView } from '../certificate/schemas.ts';
import { AnnounceSelect, announcedAtFirst } from './announce-select.tsx';
import { takeIssued } from './request-data.ts';

interface IssuedModalProps {
  view: CertificateView | undefined;
  /** The request is for the key that is served now. */
  isKeptKey: boolean;
  onDone: (view: CertificateView) => void;
  onClose: () => void;
}

/** Hands in what the certificate authority issued. */
export function IssuedModal({ view, isKeptKey, onDone, onClose }: IssuedModalProps) {
  const form = useForm({
    initial: { certificate: '', announceminutes: isKeptKey ? '0' : announcedAtFirst(view) },
    save: async ({ certificate, announceminutes }) => {
      if (!certificate.trim())
        throw new FieldErrors({ certificate: 'Paste the certificate or choose its file.' });
      onDone(await takeIssued({ certificate, announceminutes: Number(announceminutes) }));
    },
  });
  return (
    <FormModal
      form={form}
      title="Enter the certificate"
      action="Check and use it"
      size={640}
      onClose={onClose}
    >
      <Textarea
        label="Certificate"
        description="What the authority issued, with the certificates of its issuers in any order: PEM, base64 or a .p7b file."
        data-autofocus
        autosize
        minRows={4}
        maxRows={10}
        placeholder="-----BEGIN CERTIFICATE-----"
        spellCheck={false}
        {...form.text('certificate')}
      />
      <FileButton
        size="compact-sm"
        accept=".pem,.crt,.cer,.der,.p7b,.p7c,.txt"
        onFile={async (file) => form.set('certificate', await textOf(file))}
      >
        Certificate from a file
      </FileButton>
      {view?.served && (
        <AnnounceSelect
          value={form.values.announceminutes}
          pinned={isKeptKey ? 0 : view.agents.pinned}
          error={form.errors.announceminutes}
          onChange={(minutes) => form.set('announceminutes', minutes)}
        />
      )}
    </FormModal>
  );
}

/** A file of text as it is; a binary one, which begins with the byte of an ASN.1 sequence, as base64. */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] !== 0x30) return file.text();
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/.{64}/g, '$&\n');
}
