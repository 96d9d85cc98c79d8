import { notifications } from '@mantine/notifications';
import { request } from '../../api/client.ts';
import { toastUndoable } from '../../parts/toasts.tsx';

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
  notifications.hide(shown);
  shown = toastUndoable(message, () =>
    isadmin && auditid ? request('POST', `/auditlogs/${auditid}/undo`) : otherwise(),
  );
}
