import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { needsAdminQuery } from '../../api/queries.ts';
import { Form } from '../../parts/form.tsx';
import { useForm } from '../../parts/use-form.ts';
import { signIn } from '../identity/login-page.tsx';
import { PasswordField, refuseWeak } from '../identity/password-field.tsx';

/** Creates the first admin and signs in as that person. */
export function AdminStep({ onDone }: { onDone: () => void }) {
  const needscode = useQuery(needsAdminQuery).data?.needscode ?? false;
  const [setupcode] = useState(() => new URLSearchParams(location.search).get('code') ?? '');
  const form = useForm({
    initial: { username: '', email: '', password: '', again: '', setupcode },
    save: async ({ again, ...body }) => {
      refuseWeak('password', body.password, again);
      await request('POST', '/setup/create-admin', { body });
      await signIn(body.username, body.password);
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">
        Nobody has an account here yet. The first one is an admin, who can do everything and invite others.
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
        description="Alerts and password resets go here."
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
      {needscode && setupcode === '' && (
        <TextInput
          label="Setup code"
          description="It stands at the end of the address that the appliance printed when it started."
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.text('setupcode')}
        />
      )}
      <Button type="submit" loading={form.busy} style={{ justifySelf: 'end' }}>
        Create the account
      </Button>
    </Form>
  );
}
