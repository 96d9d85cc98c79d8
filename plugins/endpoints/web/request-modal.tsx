import { Group, NativeSelect, TextInput } from '@mantine/core';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { type FormState, useForm } from '../../../src/web/parts/use-form.ts';
import type { CertificateView } from '../certificate/schemas.ts';
import { CertificateNameFields, certificateNamesOf, KeepKeyCheckbox, readNames } from './name-fields.tsx';
import { createRequest } from './request-data.ts';

interface RequestModalProps {
  /** The current server certificate; undefined without one. */
  view: CertificateView | undefined;
  onClose: () => void;
}

interface RequestValues {
  commonname: string;
  sans: string;
  organization: string;
  organizationalunit: string;
  locality: string;
  state: string;
  country: string;
  keytype: string;
  keepkey: boolean;
}

const KEY_TYPES = [
  { value: 'ec-p256', label: 'Elliptic curve P-256' },
  { value: 'rsa-2048', label: 'RSA with 2048 bits' },
  { value: 'rsa-3072', label: 'RSA with 3072 bits' },
];

/** Creates a certificate signing request for the names of this server. */
export function RequestModal({ view, onClose }: RequestModalProps) {
  const form = useForm<RequestValues>({
    initial: {
      ...certificateNamesOf(view),
      organization: '',
      organizationalunit: '',
      locality: '',
      state: '',
      country: '',
      keytype: 'ec-p256',
      keepkey: false,
    },
    save: async ({ sans, ...values }) => {
      await createRequest({ ...values, sans: readNames(sans) });
      toastDone('The request is created. Send it to your certificate authority.');
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft="endpoints/certificate/request"
      title="Request certificate"
      action="Create request"
      size={560}
      onClose={onClose}
    >
      <CertificateNameFields form={form} />
      <SubjectFields form={form} />
      {view && <KeepKeyCheckbox form={form} />}
      {!form.values.keepkey && (
        <NativeSelect
          label="New key"
          description="Choose RSA if your authority does not sign elliptic-curve keys."
          data={KEY_TYPES}
          value={form.values.keytype}
          onChange={(event) => form.set('keytype', event.currentTarget.value)}
        />
      )}
    </FormModal>
  );
}

/** Optional fields of the name, because not every authority requires them. Empty ones are left out. */
const SubjectFields = ({ form }: { form: FormState<RequestValues> }) => (
  <>
    <Group grow gap="sm" align="flex-start">
      <TextInput label="Organization" {...form.text('organization')} />
      <TextInput label="Department" {...form.text('organizationalunit')} />
    </Group>
    <Group grow gap="sm" align="flex-start">
      <TextInput label="City" {...form.text('locality')} />
      <TextInput label="State" {...form.text('state')} />
      <TextInput label="Country" placeholder="DE" maxLength={2} {...form.text('country')} />
    </Group>
  </>
);
