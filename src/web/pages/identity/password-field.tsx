import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { FieldErrors } from '../../api/api-error.ts';

const PASSWORD_MIN = 8;

/** Refuses a new password that is short, or that differs the second time; `name` is the field of the first. */
export function refuseWeak(name: string, password: string, again: string): void {
  if (password.length < PASSWORD_MIN)
    throw new FieldErrors({ [name]: `Use at least ${PASSWORD_MIN} characters.` });
  if (password !== again) throw new FieldErrors({ again: 'The two passwords differ.' });
}

/** A password that can be looked at. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      {...props}
    />
  );
}
