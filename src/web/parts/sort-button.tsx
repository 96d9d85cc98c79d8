import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ListSorting, sortBy } from './list-sorting.ts';

interface SortButtonProps {
  name: string;
  title: string;
  sorting: ListSorting;
}

/** Shows the heading of a column as a button that sorts the list by it. */
export function SortButton({ name, title, sorting }: SortButtonProps) {
  const Arrow = sorting.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <button type="button" className="mw-th" onClick={() => sortBy(name, sorting)}>
      <span>{title}</span>
      {name === sorting.sort && <Arrow size={14} aria-hidden />}
    </button>
  );
}
