import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import { request } from '../../api/client.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { refreshMap } from './map-queries.ts';

const UNDO_MS = 8000;
/** A round of many small steps shows the last of them alone. */
let shown = '';

export interface Undo {
  /** The audit row, through which an admin takes everything back exactly. */
  auditid: string | null;
  isadmin: boolean;
  /** What anybody else who may edit positions does instead. */
  otherwise: () => Promise<unknown>;
}

/** Says that something was done and offers to take it back in the way that this person may. */
export function toastUndo(message: string, { auditid, isadmin, otherwise }: Undo): void {
  const id = `map-${Date.now()}`;
  notifications.hide(shown);
  shown = id;
  const undo = async () => {
    notifications.hide(id);
    try {
      if (isadmin && auditid) await request('POST', `/auditlogs/${auditid}/undo`);
      else await otherwise();
      await refreshMap();
      toastDone('Undone.');
    } catch (error) {
      toastError(error, 'It could not be undone');
    }
  };
  notifications.show({
    id,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="light" flex="none" onClick={undo}>
          Undo
        </Button>
      </Group>
    ),
    color: 'teal',
    icon: <IconCheck size={18} />,
    autoClose: UNDO_MS,
    role: 'status',
  });
}
