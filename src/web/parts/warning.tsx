import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Shows a warning; links in it are underlined. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
    <span className="mw-through">{children}</span>
  </Alert>
);
