import { Notifications } from '@mantine/notifications';

/** Shows the toasts. */
export const ToastArea = () => (
  <Notifications position="bottom-right" limit={4} containerWidth={380} aria-live="polite" />
);
