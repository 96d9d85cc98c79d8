import { Button, TextInput } from '@mantine/core';
import type { Profile } from '../../../features/identity/schemas.ts';
import { request } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { Form } from '../../parts/form.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { PasswordField } from './password-field.tsx';

/** Edits the user's own name and email address. A changed address also needs the current password. */
export function ProfileForm({ me }: { me: Profile }) {
  const form = useForm({
    initial: {
      firstname: me.firstname ?? '',
      lastname: me.lastname ?? '',
      email: me.email,
      current_password: '',
    },
    save: async ({ email, current_password, ...names }) => {
      const body = email === me.email ? names : { ...names, email, current_password };
      await request('PUT', `/users/${me.userid}`, { body });
      form.set('current_password', '');
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      toastDone('Profile saved.');
    },
  });
  return (
    <Form form={form}>
      <div className="mw-form-grid" style={{ padding: 0 }}>
        <TextInput label="First name" autoComplete="given-name" {...form.text('firstname')} />
        <TextInput label="Last name" autoComplete="family-name" {...form.text('lastname')} />
        <TextInput type="email" label="Email" autoComplete="email" required {...form.text('email')} />
      </div>
      {form.values.email !== me.email && (
        <PasswordField
          label="Current password"
          description="Required to change the email address, because it can be used to reset the password."
          autoComplete="current-password"
          {...form.text('current_password')}
        />
      )}
      <Button type="submit" loading={form.busy} style={{ justifySelf: 'start' }}>
        Save profile
      </Button>
    </Form>
  );
}
