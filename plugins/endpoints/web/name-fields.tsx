import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { FormState } from '../../../src/web/parts/use-form.ts';
import type { CertificateView } from '../certificate/schemas.ts';

interface NameValues {
  commonname: string;
  /** Host names and addresses for the certificate, separated by line breaks. */
  sans: string;
}

/** Returns the names for a certificate: those of the current one, or the host name of this page. */
export const certificateNamesOf = (view: CertificateView | undefined): NameValues => ({
  commonname: view?.commonname ?? location.hostname,
  sans: (view?.sans ?? [location.hostname]).join('\n'),
});

/** Splits text at white space, commas and semicolons. */
export const readNames = (sans: string): string[] => sans.split(/[\s,;]+/).filter(Boolean);

interface NameFieldsProps {
  form: { text: (name: keyof NameValues) => ReturnType<FormState<NameValues>['text']> };
}

/** Shows the fields for the names by which users and agents reach this server. */
export const CertificateNameFields = ({ form }: NameFieldsProps) => (
  <>
    <TextInput label="Name" required maxLength={64} data-autofocus {...form.text('commonname')} />
    <Textarea
      label="Names and addresses"
      description="All names and addresses of this appliance for users and agents, one per line."
      autosize
      minRows={3}
      maxRows={8}
      {...form.text('sans')}
    />
  </>
);

interface KeepKeyProps {
  form: { check: (name: 'keepkey') => ReturnType<FormState<{ keepkey: boolean }>['check']> };
}

/** Shows a checkbox that reuses the key of the current certificate. */
export const KeepKeyCheckbox = ({ form }: KeepKeyProps) => (
  <Checkbox
    label="Keep current key"
    description="Agents that pin the key continue to work. Use a new key if the current one may be compromised."
    {...form.check('keepkey')}
  />
);
