import { Button, TextInput } from '@mantine/core';
import type { Role } from '../../../features/identity/schemas.ts';
import { type ApiAnswer, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';

/** Edits name, description and color of a role. Can delete a role without users. */
export function RoleModal({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const onSaved = async ({ auditid }: ApiAnswer<unknown>, message: string) => {
    await queryClient.invalidateQueries();
    toastDone(message, auditid);
    onClose();
  };
  const form = useForm({
    initial: {
      rolename: role?.rolename ?? '',
      description: role?.description ?? '',
      color: role?.color?.startsWith('#') ? role.color : '#6b7680',
    },
    save: async ({ rolename, ...rest }) => {
      const answer = role
        ? await request('PUT', `/users/roles/${role.roleid}`, { body: rest })
        : await request('POST', '/users/roles', { body: { rolename, ...rest, permissions: [] } });
      await onSaved(answer, `${rolename} saved.`);
    },
  });
  const remove = () =>
    form.end(async () =>
      onSaved(await request('DELETE', `/users/roles/${role?.roleid}`), `${role?.rolename} deleted.`),
    );
  return (
    <FormModal
      form={form}
      draft={`roles/${role?.roleid ?? 'new'}`}
      title={role ? `Edit ${role.rolename}` : 'New role'}
      action={role ? 'Save' : 'Create role'}
      onClose={onClose}
      aside={
        role &&
        !role.isadmin &&
        role.usercount === 0 && (
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            Delete
          </Button>
        )
      }
    >
      {!role && <TextInput label="Name" required maxLength={80} data-autofocus {...form.text('rolename')} />}
      <TextInput label="Description" maxLength={255} {...form.text('description')} />
      <TextInput type="color" label="Color" {...form.text('color')} />
    </FormModal>
  );
}
