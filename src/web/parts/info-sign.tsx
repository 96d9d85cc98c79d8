import { Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface InfoSignProps {
  /** Name of the sign for screen readers, for example `Key of Accent color`. */
  label: string;
  children: ReactNode;
}

/** Shows a sign with details in a tooltip, which opens by mouse, keyboard and touch. */
export function InfoSign({ label, children }: InfoSignProps) {
  return (
    <Tooltip label={children} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className="mw-plain mw-info-sign" aria-label={label}>
        <IconInfoCircle size={16} aria-hidden />
      </button>
    </Tooltip>
  );
}
