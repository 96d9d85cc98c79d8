import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Why something was not done, in the place where it was asked for; nothing while there is no reason. */
export function Failure({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
      {children}
    </Alert>
  );
}
