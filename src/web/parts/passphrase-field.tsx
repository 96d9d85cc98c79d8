import { PasswordInput } from '@mantine/core';
import type { FormState } from './use-form.ts';

interface PassphraseFieldProps {
  form: { text: (name: 'passphrase') => ReturnType<FormState<{ passphrase: string }>['text']> };
  /** What follows where it is left empty. */
  empty: string;
}

/** The passphrase of a sealed backup. */
export const PassphraseField = ({ form, empty }: PassphraseFieldProps) => (
  <PasswordInput
    label="Passphrase"
    description={`The one that it was sealed with. Empty: ${empty}`}
    autoComplete="off"
    // Mantine says of this kind of field to the eye alone that it is wrong.
    aria-invalid={form.text('passphrase').error !== undefined || undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide' }}
    {...form.text('passphrase')}
  />
);
