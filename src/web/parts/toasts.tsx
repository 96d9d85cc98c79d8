import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertOctagon, IconCheck } from '@tabler/icons-react';
import { errorMessage } from '../api/api-error.ts';
import { request } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';

const UNDO_MS = 8000;
const DONE = { color: 'teal', icon: <IconCheck size={18} />, role: 'status' };

/** Shows for ten seconds that an action failed, with the message of the error. */
export function toastError(error: unknown, title = 'Action failed'): void {
  notifications.show({
    title,
    message: errorMessage(error),
    color: 'red',
    icon: <IconAlertOctagon size={18} />,
    autoClose: 10_000,
    role: 'alert',
  });
}

/**
 * Shows for four seconds that an action succeeded. With the ID of its audit row, which only users who may
 * undo it receive, the toast offers an undo for eight seconds.
 */
export function toastDone(message: string, auditid?: string | null): void {
  if (auditid) toastUndoable(message, () => undoChange(auditid));
  else notifications.show({ ...DONE, message, autoClose: 4000 });
}

/**
 * Undoes the change of an audit row, reloads all data and confirms it. `isRedo` is set when the change was
 * itself an undo. Throws the error of the server.
 */
export async function undoChange(auditlogid: number | string, isRedo = false): Promise<void> {
  const { auditid } = await request('POST', `/auditlogs/${auditlogid}/undo`);
  await announceUndo(auditid, isRedo);
}

/** Reloads all data and confirms an undo or a redo. Offers the opposite if there is an audit row. */
export async function announceUndo(auditid?: string | null, isRedo = false): Promise<void> {
  await queryClient.invalidateQueries();
  const message = isRedo ? 'Redone.' : 'Undone.';
  if (!auditid) return toastDone(message);
  toastUndoable(message, () => undoChange(auditid, !isRedo), isRedo ? 'Undo' : 'Redo');
}

/**
 * Shows for eight seconds that an action succeeded and offers an undo. The callback undoes the action and
 * confirms that itself; its error appears as a toast. Returns the ID of the toast.
 */
export function toastUndoable(
  message: string,
  revert: () => Promise<unknown>,
  label: 'Undo' | 'Redo' = 'Undo',
): string {
  const id = `done-${Date.now()}-${message.length}`;
  const undo = async () => {
    notifications.hide(id);
    try {
      await revert();
    } catch (error) {
      toastError(error, 'The change could not be undone');
    }
  };
  notifications.show({
    ...DONE,
    id,
    message: <UndoLine message={message} label={label} onUndo={() => void undo()} />,
    autoClose: UNDO_MS,
  });
  return id;
}

interface UndoLineProps {
  message: string;
  label: string;
  onUndo: () => void;
}

function UndoLine({ message, label, onUndo }: UndoLineProps) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{message}</Text>
      <Button flex="none" size="compact-sm" variant="light" onClick={onUndo}>
        {label}
      </Button>
    </Group>
  );
}
