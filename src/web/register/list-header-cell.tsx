import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { DragProps } from './columns/use-column-drag.ts';
import { WidthHandle } from './columns/width-handle.tsx';
import type { ListState } from './list-state.ts';

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
  const isSortable = register.sorts.includes(name);
  const sorted = isSortable && (state.sort || register.defaultsort) === name;
  const descending = state.sort ? state.dir === 'desc' : register.newestfirst;
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      data-column={name}
      data-number={numeric || undefined}
      data-pinned={pinned || undefined}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
      style={style}
      {...drag}
    >
      {isSortable ? (
        <button
          type="button"
          className="mw-th"
          onClick={() => onState({ sort: name, dir: sorted && !descending ? 'desc' : 'asc' })}
        >
          <span>{title}</span>
          {sorted && <Arrow size={14} aria-hidden />}
        </button>
      ) : (
        title
      )}
      <WidthHandle onWidth={onWidth} />
    </th>
  );
}
