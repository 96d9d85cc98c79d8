import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { FieldErrors } from '../../api/api-error.ts';

const PASSWORD_MIN = 8;

/**
 * Returns the errors of a new password that is typed twice, by field: `name` for the first one, `again` for
 * the second. Composed and decomposed letters are equal, as on the server.
 */
export function validateNewPassword(name: string, password: string, again: string): Record<string, string> {
  const faults: Record<string, string> = {};
  if (password.length < PASSWORD_MIN) faults[name] = `Use at least ${PASSWORD_MIN} characters.`;
  if (again === '') faults.again = 'Enter the password again.';
  else if (password.normalize() !== again.normalize()) faults.again = 'The two passwords differ.';
  return faults;
}

/**
 * Throws all errors at once as `FieldErrors`, so that each appears beside its field. Does nothing without
 * any.
 */
export function throwFieldErrors(faults: Record<string, string>): void {
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults);
}

/** Shows a password field whose value can be made visible. */
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
