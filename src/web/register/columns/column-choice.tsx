import { ActionIcon, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { ListToolbarProps } from '../list-toolbar-props.ts';
import './column-styles.ts';

const ColumnChooser = lazy(async () => ({ default: (await import('./column-chooser.tsx')).ColumnChooser }));

/** Lets the user choose, order, size and pin the columns of a list. */
export function ColumnChoice(props: ListToolbarProps) {
  return (
    <Popover width={380} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon size={36} aria-label="Choose columns" title="Columns">
          <IconColumns3 size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 24px)">
        <Suspense fallback={<div style={{ minHeight: 240 }} />}>
          <ColumnChooser {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
