import { PasswordInput } from '@mantine/core';
import type { FormState } from './use-form.ts';

interface PassphraseFieldProps {
  form: { text: (name: 'passphrase') => ReturnType<FormState<{ passphrase: string }>['text']> };
  /** Explains the effect of an empty field. */
  empty: string;
}

/** Shows the field for the passphrase of an encrypted backup. */
export const PassphraseField = ({ form, empty }: PassphraseFieldProps) => (
  <PasswordInput
    label="Passphrase"
    description={`The passphrase of this backup. Empty: ${empty}`}
    autoComplete="off"
    // Mantine marks this kind of invalid field only visually.
    aria-invalid={form.text('passphrase').error !== undefined || undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide' }}
    {...form.text('passphrase')}
  />
);
