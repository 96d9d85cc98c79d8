import { Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FieldErrors, fieldErrorsOf } from '../../../src/web/api/api-error.ts';
import { FileButton } from '../../../src/web/parts/file-button.tsx';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import type { CertificateView } from '../certificate/schemas.ts';
import { AnnounceSelect, chooseAnnounceMinutes } from './announce-select.tsx';
import { submitIssuedCertificate } from './request-data.ts';

interface IssuedModalProps {
  view: CertificateView | undefined;
  /** True when the request is for the served key. */
  isKeptKey: boolean;
  onDone: (view: CertificateView) => void;
  onClose: () => void;
}

/** Shows the dialog in which the user enters the certificate that the authority issued. */
export function IssuedModal(props: IssuedModalProps) {
  const { view, isKeptKey, onClose } = props;
  const { form, isIssuerMissing } = useIssuedForm(props);
  return (
    <FormModal
      form={form}
      draft="endpoints/certificate/issued"
      title="Enter certificate"
      action="Apply"
      size={640}
      onClose={onClose}
    >
      <Textarea
        label="Certificate"
        description="The issued certificate and its issuer certificates in any order: PEM, base64 or a .p7b file."
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
        Load certificate file
      </FileButton>
      {isIssuerMissing && (
        <Checkbox
          label="All devices already trust the issuer"
          description="Otherwise, devices that trust only the root certificate reject this appliance."
          {...form.check('withoutchain')}
          // The error is shown at the certificate, because adding the chain is the usual solution.
          error={undefined}
        />
      )}
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

/**
 * Returns the form, and whether the server rejected its certificate because the issuer's certificate is
 * missing.
 */
function useIssuedForm({ view, isKeptKey, onDone }: IssuedModalProps) {
  const [refused, setRefused] = useState<string>();
  const form = useForm({
    initial: {
      certificate: '',
      withoutchain: false,
      announceminutes: isKeptKey ? '0' : chooseAnnounceMinutes(view),
    },
    save: async ({ certificate, withoutchain, announceminutes }) => {
      if (!certificate.trim())
        throw new FieldErrors({ certificate: 'Paste the certificate or choose its file.' });
      const isConfirmed = withoutchain && certificate === refused;
      const body = { certificate, withoutchain: isConfirmed, announceminutes: Number(announceminutes) };
      try {
        onDone(await submitIssuedCertificate(body));
      } catch (failure) {
        if (fieldErrorsOf(failure).withoutchain) setRefused(certificate);
        throw failure;
      }
    },
  });
  return { form, isIssuerMissing: form.values.certificate === refused };
}

/**
 * Returns a text file unchanged and a binary file as base64. A binary file starts with the byte of an ASN.1
 * sequence.
 */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] !== 0x30) return file.text();
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/.{64}/g, '$&\n');
}
