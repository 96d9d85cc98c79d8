import { notifications } from '@mantine/notifications';
import { announceUndo, toastUndoable, undoChange } from '../../parts/toasts.tsx';

/** ID of the last toast, so that many small steps show only one. */
let toastId = '';

export interface UndoOptions {
  /** ID of the audit row, whose undo restores everything exactly; null when this user may not undo it. */
  auditid: string | null;
  /** Reverts the change when `auditid` is null. */
  otherwise: () => Promise<unknown>;
}

/** Confirms an action and offers an undo. Replaces the previous toast of the map. */
export function toastUndo(message: string, { auditid, otherwise }: UndoOptions): void {
  notifications.hide(toastId);
  toastId = toastUndoable(message, () =>
    auditid ? undoChange(auditid) : otherwise().then(() => announceUndo()),
  );
}
