import { notifications } from '@mantine/notifications';
import { announceUndo, toastUndoable, undoChange } from '../../parts/toasts.tsx';

/** A round of many small steps shows the last of them alone. */
let shown = '';

export interface UndoOptions {
  /** The audit row, through which everything is taken back exactly; null where there is none for this person. */
  auditid: string | null;
  /** What is done without it. */
  otherwise: () => Promise<unknown>;
}

/** Says that something was done and offers to take it back. */
export function toastUndo(message: string, { auditid, otherwise }: UndoOptions): void {
  notifications.hide(shown);
  shown = toastUndoable(message, () =>
    auditid ? undoChange(auditid) : otherwise().then(() => announceUndo()),
  );
}
