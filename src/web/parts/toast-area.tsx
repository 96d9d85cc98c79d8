import { Notifications } from '@mantine/notifications';

export const ToastArea = () => (
  <Notifications position="bottom-right" limit={4} containerWidth={380} aria-live="polite" />
);
