import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Role } from '../../../features/identity/schemas.ts';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';

/** Name, description and colour of a role; removes one that nobody holds. */
export function RoleModal({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const act = async (run: () => Promise<{ auditid: string | null }>, message: string) => {
    try {
      const { auditid } = await run();
      await queryClient.invalidateQueries();
      toastDone(message, auditid);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fielderrors).length > 0)
        setErrors(error.fielderrors);
      else toastError(error);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget));
    const save = role
      ? () => request('PUT', `/users/roles/${role.roleid}`, { body })
      : () => request('POST', '/users/roles', { body: { ...body, permissions: [] } });
    void act(save, `${role?.rolename ?? body.rolename} saved.`);
  };
  const remove = () =>
    void act(() => request('DELETE', `/users/roles/${role?.roleid}`), `${role?.rolename} deleted.`);
  return (
    <Modal
      opened
      onClose={onClose}
      title={role ? `Role ${role.rolename}` : 'New role'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          {!role && (
            <TextInput
              name="rolename"
              label="Name"
              required
              withAsterisk={false}
              maxLength={80}
              error={errors.rolename}
              data-autofocus
            />
          )}
          <TextInput
            name="description"
            label="Description"
            defaultValue={role?.description ?? ''}
            maxLength={255}
            error={errors.description}
          />
          <TextInput
            name="color"
            type="color"
            label="Colour"
            defaultValue={role?.color?.startsWith('#') ? role.color : '#6b7680'}
            error={errors.color}
          />
          <Group justify="flex-end" gap="sm">
            {role && !role.isadmin && role.usercount === 0 && (
              <Button variant="subtle" color="red" mr="auto" onClick={remove}>
                Delete
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Save</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
