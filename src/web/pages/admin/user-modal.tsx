import { Checkbox, MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Role, User } from '../../../features/identity/schemas.ts';
import { get, request } from '../../api/client.ts';
import { capabilitiesQuery, useMe } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { PasswordField } from '../identity/password-field.tsx';

/**
 * Creates a user (`user` is null) or changes one. Contains only fields that an admin may set for another
 * user.
 */
export function UserModal({ user, onClose }: { user: User | null; onClose: () => void }) {
  const isself = useMe()?.userid === user?.userid;
  const { data = [] } = useQuery({ queryKey: ['roles'], queryFn: () => get<Role[]>('/users/roles') });
  const canMail = useQuery(capabilitiesQuery(true)).data?.welcomemail !== false;
  const form = useForm({
    initial: valuesOf(user),
    save: async ({ username, isactive, sendwelcome, ...values }) => {
      const shared = {
        ...values,
        firstname: values.firstname.trim(),
        lastname: values.lastname.trim(),
        roles: values.roles.map(Number),
        password: values.password || undefined,
      };
      const answer = user
        ? await request('PUT', `/users/${user.userid}`, {
            body: isself ? { ...shared, email: undefined } : { ...shared, isactive },
          })
        : await request('POST', '/users', {
            body: { ...shared, username, sendwelcome: sendwelcome && canMail },
          });
      await queryClient.invalidateQueries();
      toastDone(`${username} ${user ? 'saved' : 'created'}.`, answer.auditid);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft={`users/${user?.userid ?? 'new'}`}
      title={user ? `Edit ${user.username}` : 'New user'}
      action={user ? 'Save' : 'Create user'}
      size={520}
      onClose={onClose}
    >
      <div className="mw-form-grid" style={{ padding: 0 }}>
        {!user && (
          <TextInput
            label="User name"
            required
            autoComplete="off"
            data-autofocus
            {...form.text('username')}
          />
        )}
        <TextInput
          type="email"
          label="Email"
          required
          disabled={isself}
          description={isself ? 'Change your email and password under My account.' : undefined}
          {...form.text('email')}
        />
        <TextInput label="First name" {...form.text('firstname')} />
        <TextInput label="Last name" {...form.text('lastname')} />
      </div>
      <MultiSelect
        label="Roles"
        data={data.map((role) => ({ value: String(role.roleid), label: role.rolename }))}
        value={form.values.roles}
        onChange={(roles) => form.set('roles', roles)}
        error={form.errors.roles}
      />
      {!isself && (
        <PasswordField
          label={user ? 'New password' : 'Initial password'}
          description={
            user
              ? 'Leave empty to keep it. A new password ends all sessions of this user.'
              : 'The user must change it at the first sign-in.'
          }
          required={!user}
          withAsterisk={!user}
          autoComplete="new-password"
          {...form.text('password')}
        />
      )}
      {user ? (
        <Checkbox
          label="Active"
          description="Deactivating the account ends all its sessions and tokens at once."
          disabled={isself}
          {...form.check('isactive')}
        />
      ) : (
        <Checkbox
          label="Send password by mail"
          description={
            canMail ? undefined : (
              <>
                No mail server is set up. Give the password to the user yourself.{' '}
                <AppLink to="/admin/settings/mail">Set up mail</AppLink>
              </>
            )
          }
          {...form.check('sendwelcome')}
          checked={canMail && form.values.sendwelcome}
          disabled={!canMail}
        />
      )}
    </FormModal>
  );
}

function valuesOf(user: User | null) {
  return {
    username: user?.username ?? '',
    email: user?.email ?? '',
    firstname: user?.firstname ?? '',
    lastname: user?.lastname ?? '',
    roles: user?.roles.map((role) => String(role.roleid)) ?? [],
    password: '',
    isactive: user?.isactive ?? true,
    sendwelcome: true,
  };
}
