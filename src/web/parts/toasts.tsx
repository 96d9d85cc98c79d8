import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertOctagon, IconCheck } from '@tabler/icons-react';
import { errorMessage } from '../api/api-error.ts';
import { request } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';

const UNDO_MS = 8000;
const DONE = { color: 'teal', icon: <IconCheck size={18} />, role: 'status' };

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

/** Says that something was done; with the id of its audit row, which who may undo it gets, the toast offers to undo it. */
export function toastDone(message: string, auditid?: string | null): void {
  if (auditid) toastUndoable(message, () => undoChange(auditid));
  else notifications.show({ ...DONE, message, autoClose: 4000 });
}

/** Takes a change of the log back and says so. Throws what the server says against it. */
export async function undoChange(auditlogid: number | string): Promise<void> {
  const { auditid } = await request('POST', `/auditlogs/${auditlogid}/undo`);
  await announceUndo(auditid);
}

/** Draws everything anew and says that something was taken back, with the way back from that where there is one. */
export async function announceUndo(auditid?: string | null): Promise<void> {
  await queryClient.invalidateQueries();
  toastDone('Undone.', auditid);
}

/** Says that something was done and offers to take it back; `rollBackOperation` says when it is. Answers the id of the toast. */
export function toastUndoable(message: string, takeBack: () => Promise<unknown>): string {
  const id = `done-${Date.now()}-${message.length}`;
  const undo = async () => {
    notifications.hide(id);
    try {
      await takeBack();
    } catch (error) {
      toastError(error, 'It could not be undone');
    }
  };
  notifications.show({
    ...DONE,
    id,
    message: <UndoLine message={message} onUndo={() => void undo()} />,
    autoClose: UNDO_MS,
  });
  return id;
}

function UndoLine({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{message}</Text>
      <Button flex="none" size="compact-sm" variant="light" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
