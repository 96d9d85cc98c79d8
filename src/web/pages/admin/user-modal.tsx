import { Button, Checkbox, Group, Modal, MultiSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Role, User } from '../../../features/identity/schemas.ts';
import { ApiError } from '../../api/api-error.ts';
import { get, request } from '../../api/client.ts';
import { useMe } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';

/** Creates a user (null) or changes one; only what an admin may set about somebody. */
export function UserModal({ user, onClose }: { user: User | null; onClose: () => void }) {
  const me = useMe();
  const [roles, setRoles] = useState(user?.roles.map((role) => String(role.roleid)) ?? []);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const { data = [] } = useQuery({ queryKey: ['roles'], queryFn: () => get<Role[]>('/users/roles') });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = userBody(new FormData(event.currentTarget), user, roles);
    setBusy(true);
    setErrors({});
    try {
      const answer = user
        ? await request('PUT', `/users/${user.userid}`, { body })
        : await request('POST', '/users', { body });
      await queryClient.invalidateQueries();
      toastDone(user ? `${user.username} saved.` : `${body.username} created.`, answer.auditid);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fielderrors).length > 0)
        setErrors(error.fielderrors);
      else toastError(error, 'Not saved');
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={user ? `Edit ${user.username}` : 'New user'}
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <div className="mw-form-grid" style={{ padding: 0 }}>
            {!user && (
              <TextInput
                name="username"
                label="User name"
                required
                withAsterisk={false}
                autoComplete="off"
                error={errors.username}
                data-autofocus
              />
            )}
            <TextInput
              name="email"
              type="email"
              label="Email"
              required
              withAsterisk={false}
              defaultValue={user?.email}
              error={errors.email}
            />
            <TextInput
              name="firstname"
              label="First name"
              defaultValue={user?.firstname ?? ''}
              error={errors.firstname}
            />
            <TextInput
              name="lastname"
              label="Last name"
              defaultValue={user?.lastname ?? ''}
              error={errors.lastname}
            />
          </div>
          <MultiSelect
            label="Roles"
            data={data.map((role) => ({ value: String(role.roleid), label: role.rolename }))}
            value={roles}
            onChange={setRoles}
            error={errors.roles}
          />
          <PasswordInput
            name="password"
            label={user ? 'New password' : 'First password'}
            description={
              user
                ? 'Empty leaves it as it is. A new one ends every session of this person.'
                : 'It must be changed at the first sign-in.'
            }
            required={!user}
            withAsterisk={false}
            autoComplete="new-password"
            error={errors.password}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          />
          {user ? (
            <Checkbox
              name="isactive"
              label="May sign in"
              description="Taking this away ends every session and token at once."
              defaultChecked={user.isactive}
              disabled={user.userid === me?.userid}
            />
          ) : (
            <Checkbox name="sendwelcome" label="Send the password by mail" defaultChecked />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {user ? 'Save' : 'Create the user'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function userBody(form: FormData, user: User | null, roles: string[]): Record<string, unknown> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const shared = {
    email: text('email'),
    firstname: text('firstname'),
    lastname: text('lastname'),
    roles: roles.map(Number),
    password: String(form.get('password') ?? '') || undefined,
  };
  if (!user) return { ...shared, username: text('username'), sendwelcome: form.has('sendwelcome') };
  const active = form.has('isactive');
  const box = document.querySelector<HTMLInputElement>('input[name="isactive"]');
  return box?.disabled ? shared : { ...shared, isactive: active };
}
