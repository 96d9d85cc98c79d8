import { ActionIcon, Popover } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ListToolbarProps } from '../list-toolbar-props.ts';

const GroupCounts = lazy(async () => ({ default: (await import('./group-counts.tsx')).GroupCounts }));

/**
 * Lets the user group the rows of a list by a field: how many have each value, a filter for them, and the list
 * in sections.
 */
export function GroupMenu({ register, state, onState }: ListToolbarProps) {
  const [opened, setOpened] = useState(false);
  const choose = (filter: Readonly<Record<string, string>>) => {
    onState({ filters: { ...state.filters, ...filter } });
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={360}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size={36}
          aria-label="Group rows"
          title="Groups"
          variant={state.group ? 'light' : 'subtle'}
          onClick={() => setOpened(!opened)}
        >
          <IconChartBar size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 24px)">
        <Suspense fallback={<div style={{ minHeight: 240 }} />}>
          <GroupCounts
            register={register}
            state={state}
            onChoose={choose}
            onGroup={(group) => onState({ group })}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
