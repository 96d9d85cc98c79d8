import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { ListState } from './list-state.ts';

interface SortMenuProps {
  register: RegisterDescriptor;
  state: ListState;
  onState: (patch: Partial<ListState>) => void;
}

const STAMPS: Record<string, string> = { createddate: 'Created', modifieddate: 'Last change' };

/**
 * Lets the user choose the sort order. Needed on phones, which have no column headings, and for columns that
 * are hidden.
 */
export function SortMenu({ register, state, onState }: SortMenuProps) {
  const sorted = state.sort || register.defaultsort;
  const descending = state.sort ? state.dir === 'desc' : register.newestfirst;
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  const titleOf = (name: string) =>
    register.fields.find((field) => field.name === name)?.title ?? STAMPS[name];
  const choices = register.sorts.flatMap((name) => {
    const title = titleOf(name);
    return title ? [{ name, title }] : [];
  });
  return (
    <Menu position="bottom-end" shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon size={36} aria-label="Sort" title={`Sorted by ${titleOf(sorted) ?? sorted}`}>
          <IconArrowsSort size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ name, title }) => (
          <Menu.Item
            key={name}
            aria-current={name === sorted || undefined}
            rightSection={name === sorted && <Arrow size={14} aria-label={descending ? 'down' : 'up'} />}
            onClick={() => onState({ sort: name, dir: name === sorted && !descending ? 'desc' : 'asc' })}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
