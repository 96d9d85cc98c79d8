import { LeaveDialog } from './leave-dialog.tsx';
import { ToastArea } from './toast-area.tsx';

/** Renders what is outside of all pages and needed only after the first page. */
export const LateParts = () => (
  <>
    <ToastArea />
    <LeaveDialog />
  </>
);
