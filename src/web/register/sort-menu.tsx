import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { listShownFields } from './list-columns.tsx';
import type { ListToolbarProps } from './list-toolbar-props.ts';

type SortMenuProps = Pick<ListToolbarProps, 'register' | 'state' | 'onState' | 'columns'>;

const STAMPS: Record<string, string> = { createddate: 'Created', modifieddate: 'Last change' };

/**
 * Lets the user choose the sort order: the columns of the list first, then its other fields. Needed on phones,
 * which have no column headings, and for columns that are hidden.
 */
export function SortMenu({ register, state, onState, columns }: SortMenuProps) {
  const sorted = state.sort || register.defaultsort;
  const descending = state.sort ? state.dir === 'desc' : register.newestfirst;
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  const titleOf = (name: string) =>
    register.fields.find((field) => field.name === name)?.title ?? STAMPS[name];
  const choices = register.sorts.flatMap((name) => {
    const title = titleOf(name);
    return title ? [{ name, title }] : [];
  });
  const shown = new Set(listShownFields(register, columns).map(({ name }) => name));
  const { own = [], other = [] } = Object.groupBy(choices, ({ name }) => (shown.has(name) ? 'own' : 'other'));
  const toItem = ({ name, title }: { name: string; title: string }) => (
    <Menu.Item
      key={name}
      aria-current={name === sorted || undefined}
      rightSection={name === sorted && <Arrow size={14} aria-label={descending ? 'down' : 'up'} />}
      onClick={() => onState({ sort: name, dir: name === sorted && !descending ? 'desc' : 'asc' })}
    >
      {title}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon size={36} aria-label="Sort" title={`Sorted by ${titleOf(sorted) ?? sorted}`}>
          <IconArrowsSort size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="min(50vh, 400px)" style={{ overflowY: 'auto' }}>
        {own.map(toItem)}
        {own.length > 0 && other.length > 0 && <Menu.Label>Other fields</Menu.Label>}
        {other.map(toItem)}
      </Menu.Dropdown>
    </Menu>
  );
}
