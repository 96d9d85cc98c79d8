import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertOctagon, IconCheck } from '@tabler/icons-react';
import type { Profile } from '../../features/identity/schemas.ts';
import { errorMessage } from '../api/api-error.ts';
import { request } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';

const UNDO_MS = 8000;

export function toastError(error: unknown, title = 'That did not work'): void {
  notifications.show({
    title,
    message: errorMessage(error),
    color: 'red',
    icon: <IconAlertOctagon size={18} />,
    autoClose: 10_000,
    role: 'alert',
  });
}

/** Says that something was done; with the id of its audit row the toast offers an admin to undo it. */
export function toastDone(message: string, audited?: string | null): void {
  const auditid = queryClient.getQueryData<Profile>(['me'])?.isadmin ? audited : null;
  const id = `done-${Date.now()}-${message.length}`;
  notifications.show({
    id,
    message: auditid ? <UndoLine message={message} auditid={auditid} toastid={id} /> : message,
    color: 'teal',
    icon: <IconCheck size={18} />,
    autoClose: auditid ? UNDO_MS : 4000,
    role: 'status',
  });
}

function UndoLine({ message, auditid, toastid }: { message: string; auditid: string; toastid: string }) {
  const undo = async () => {
    notifications.hide(toastid);
    try {
      await request('POST', `/auditlogs/${auditid}/undo`);
      await queryClient.invalidateQueries();
      toastDone('Undone.');
    } catch (error) {
      toastError(error, 'It could not be undone');
    }
  };
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{message}</Text>
      <Button flex="none" size="compact-sm" variant="light" onClick={undo}>
        Undo
      </Button>
    </Group>
  );
}
