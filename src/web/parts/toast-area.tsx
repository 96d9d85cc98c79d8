import { Notifications } from '@mantine/notifications';

/** Shows up to four toasts at the bottom right, and announces them to screen readers. */
export const ToastArea = () => (
  <Notifications position="bottom-right" limit={4} containerWidth={380} aria-live="polite" />
);
