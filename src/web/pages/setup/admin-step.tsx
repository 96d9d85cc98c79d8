import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { needsAdminQuery } from '../../api/queries.ts';
import { Form } from '../../parts/form.tsx';
import { useForm } from '../../parts/use-form.ts';
import { signIn } from '../identity/login-page.tsx';
import { PasswordField, throwFieldErrors, validateNewPassword } from '../identity/password-field.tsx';
import { readSetupCode, SetupCodeField } from './setup-code.tsx';

interface Account {
  username: string;
  email: string;
  password: string;
  again: string;
  setupcode: string;
}

/**
 * Returns all errors at once. The server validates the form only when the passwords match, and would report
 * the other errors late.
 */
function faultsOf({ username, email, password, again, setupcode }: Account, needscode: boolean) {
  const faults = validateNewPassword('password', password, again);
  if (username.trim() === '') faults.username = 'User name is required.';
  if (!/^\S+@\S+$/.test(email.trim())) faults.email = 'Use an email address such as name@example.com.';
  if (needscode && setupcode.trim() === '') faults.setupcode = 'Setup code is required.';
  return faults;
}

/** Creates the first admin and signs in, or continues with a backup. */
export function AdminStep({ onDone, onBackup }: { onDone: () => void; onBackup: () => void }) {
  const needscode = useQuery(needsAdminQuery).data?.needscode ?? false;
  const [setupcode] = useState(readSetupCode);
  const form = useForm({
    initial: { username: '', email: '', password: '', again: '', setupcode },
    save: async ({ again, ...body }) => {
      throwFieldErrors(faultsOf({ again, ...body }, needscode));
      await request('POST', '/setup/create-admin', { body });
      await signIn(body.username, body.password);
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">
        There are no accounts yet. The first account is an admin with all permissions, who can add others.
      </Text>
      <TextInput
        label="User name"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
        {...form.text('username')}
      />
      <TextInput
        type="email"
        label="Email"
        description="For mail about your account."
        autoComplete="email"
        required
        withAsterisk={false}
        {...form.text('email')}
      />
      <PasswordField
        label="Password"
        description="At least 8 characters."
        autoComplete="new-password"
        {...form.text('password')}
      />
      <PasswordField label="Password again" autoComplete="new-password" {...form.text('again')} />
      {needscode && setupcode === '' && <SetupCodeField form={form} />}
      <Group justify="space-between" gap="sm">
        <Button variant="default" onClick={onBackup} disabled={form.busy}>
          Restore backup
        </Button>
        <Button type="submit" loading={form.busy}>
          Create account
        </Button>
      </Group>
    </Form>
  );
}
