import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ListSorting, sortBy } from './list-sorting.ts';

export interface SortChoice {
  name: string;
  title: string;
}

interface SortChoicesProps {
  sorting: ListSorting;
  /** The columns of the list. */
  own: readonly SortChoice[];
  /** The other values of its rows. */
  other?: readonly SortChoice[];
}

/**
 * Lets the user choose the order of a list. Needed on phones, which have no column headings, and for values
 * without a column.
 */
export function SortChoices({ sorting, own, other = [] }: SortChoicesProps) {
  const { sort, isDescending } = sorting;
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  const sorted = [...own, ...other].find(({ name }) => name === sort);
  const toItem = ({ name, title }: SortChoice) => (
    <Menu.Item
      key={name}
      aria-current={name === sort || undefined}
      rightSection={name === sort && <Arrow size={14} aria-label={isDescending ? 'down' : 'up'} />}
      onClick={() => sortBy(name, sorting)}
    >
      {title}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon size={36} aria-label="Sort" title={`Sorted by ${sorted?.title ?? sort}`}>
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
