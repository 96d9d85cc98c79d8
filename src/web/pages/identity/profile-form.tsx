import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Profile } from '../../../features/identity/schemas.ts';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';

export function ProfileForm({ me }: { me: Profile }) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget));
    setBusy(true);
    setErrors({});
    try {
      await request('PUT', `/users/${me.userid}`, { body });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      toastDone('Profile saved.');
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fielderrors).length > 0)
        setErrors(error.fielderrors);
      else toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <div className="mw-form-grid" style={{ padding: 0 }}>
        <TextInput
          name="firstname"
          label="First name"
          autoComplete="given-name"
          defaultValue={me.firstname ?? ''}
          error={errors.firstname}
        />
        <TextInput
          name="lastname"
          label="Last name"
          autoComplete="family-name"
          defaultValue={me.lastname ?? ''}
          error={errors.lastname}
        />
        <TextInput
          name="email"
          type="email"
          label="Email"
          autoComplete="email"
          required
          withAsterisk={false}
          defaultValue={me.email}
          error={errors.email}
        />
      </div>
      <Button type="submit" mt="md" loading={busy}>
        Save the profile
      </Button>
    </form>
  );
}
