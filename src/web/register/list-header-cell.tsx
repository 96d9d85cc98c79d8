import type { CSSProperties } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { ariaSortOf } from '../parts/list-sorting.ts';
import { SortButton } from '../parts/sort-button.tsx';
import type { DragProps } from './columns/use-column-drag.ts';
import { WidthHandle } from './columns/width-handle.tsx';
import { type ListState, sortingOf } from './list-state.ts';

interface HeaderCellProps {
  register: RegisterDescriptor;
  state: ListState;
  onState: (patch: Partial<ListState>) => void;
  name: string;
  title: string;
  numeric: boolean;
  /** The width and the place of the column. */
  style: CSSProperties | undefined;
  pinned: boolean;
  drag: DragProps;
  onWidth: (width: number | undefined) => void;
}

/** Shows the heading of a column: a click sorts by it, dragging moves it, and its edge sets the width. */
export function ListHeaderCell(props: HeaderCellProps) {
  const { register, state, onState, name, title, numeric, style, pinned, drag, onWidth } = props;
  const sorting = sortingOf(register, state, onState);
  const isSortable = register.sorts.includes(name);
  return (
    <th
      data-column={name}
      data-number={numeric || undefined}
      data-pinned={pinned || undefined}
      aria-sort={isSortable ? ariaSortOf(name, sorting) : undefined}
      style={style}
      {...drag}
    >
      {isSortable ? <SortButton name={name} title={title} sorting={sorting} /> : title}
      <WidthHandle onWidth={onWidth} />
    </th>
  );
}
