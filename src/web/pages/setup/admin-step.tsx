import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { signIn } from '../identity/login-page.tsx';
import { PASSWORD_MIN } from '../identity/password-form.tsx';

/** Creates the first admin and signs in as that person. */
export function AdminStep({ onDone }: { onDone: () => void }) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const { username = '', email = '', password = '', again } = form;
    if (password.length < PASSWORD_MIN)
      return setErrors({ password: `Use at least ${PASSWORD_MIN} characters.` });
    if (password !== again) return setErrors({ again: 'The two passwords differ.' });
    setBusy(true);
    setErrors({});
    setFailure(null);
    try {
      await request('POST', '/setup/create-admin', { body: { username, email, password } });
      await signIn(username, password);
      onDone();
    } catch (error) {
      setErrors(error instanceof ApiError ? error.fielderrors : {});
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          Nobody has an account here yet. The first one is an admin, who can do everything and invite others.
        </Text>
        {failure && (
          <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
            {failure}
          </Alert>
        )}
        <TextInput
          name="username"
          label="User name"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          error={errors.username}
        />
        <TextInput
          name="email"
          type="email"
          label="Email"
          description="Alerts and password resets go here."
          autoComplete="email"
          required
          withAsterisk={false}
          error={errors.email}
        />
        <PasswordInput
          name="password"
          label="Password"
          description="At least 8 characters."
          autoComplete="new-password"
          required
          withAsterisk={false}
          error={errors.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        />
        <PasswordInput
          name="again"
          label="Password again"
          autoComplete="new-password"
          required
          withAsterisk={false}
          error={errors.again}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        />
        <Button type="submit" loading={busy} style={{ alignSelf: 'flex-end' }}>
          Create the account
        </Button>
      </Stack>
    </form>
  );
}
