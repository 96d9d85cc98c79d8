import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type RowSelectionState, useTable } from '@tanstack/react-table';
import { type MouseEvent, useMemo } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { recordQuery } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { ROW_HEIGHT } from '../theme.ts';
import { buildColumns, isNumeric, listFeatures } from './list-columns.tsx';
import type { ListState } from './list-state.ts';
import { recordId, recordLabel } from './resolve.ts';

export interface ListTableProps {
  register: RegisterDescriptor;
  rows: RegisterRecord[];
  columns: string[];
  compact: boolean;
  state: ListState;
  onState: (patch: Partial<ListState>) => void;
  selectable: boolean;
  selection: RowSelectionState;
  onSelection: (selection: RowSelectionState) => void;
  /** Opens a record in the panel. Without it a row leads to its page. */
  onOpen?: (id: string) => void;
  /** Prefetches data when the pointer is over a row. Defaults to the record. */
  fetchAhead?: (id: string) => void;
}

/**
 * Shows the rows of one page as a table. The server sorts; a click on a row opens it, and hovering prefetches
 * it.
 */
export function ListTable(props: ListTableProps) {
  const { register, rows, columns, compact, selectable, selection, onSelection } = props;
  const built = useMemo(() => buildColumns(register, columns), [register, columns]);
  const table = useTable({
    features: listFeatures,
    columns: built,
    data: rows,
    getRowId: (record) => recordId(register, record),
    state: { rowSelection: selection },
    onRowSelectionChange: (update) => onSelection(typeof update === 'function' ? update(selection) : update),
  });
  const go = useNavigateTo();
  const numeric = useMemo(
    () => new Set(register.fields.filter(isNumeric).map((field) => field.name)),
    [register],
  );
  const open = (event: MouseEvent, id: string) => {
    if ((event.target as HTMLElement).closest('a, button, input, label')) return;
    if (window.getSelection()?.toString()) return;
    if (props.onOpen) props.onOpen(id);
    else go(`${register.path}/${id}`);
  };
  const ofRecord = (id: string) => void queryClient.prefetchQuery(recordQuery(register.path, id));
  const { fetchAhead = ofRecord } = props;
  const picked = Object.keys(selection).length;
  return (
    <table
      className="mw-table mw-table-rows"
      style={{ '--mw-row': `${ROW_HEIGHT[compact ? 'compact' : 'normal']}px` } as React.CSSProperties}
    >
      <thead>
        <tr>
          {selectable && (
            <th className="mw-pick">
              <Checkbox
                size="xs"
                aria-label="Select all on this page"
                checked={rows.length > 0 && table.getIsAllRowsSelected()}
                indeterminate={picked > 0 && !table.getIsAllRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            </th>
          )}
          {table.getFlatHeaders().map((header) => (
            <HeaderCell
              key={header.id}
              name={header.id}
              title={String(header.column.columnDef.header)}
              numeric={numeric.has(header.id)}
              {...props}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            data-selected={row.getIsSelected() || undefined}
            data-open={(props.onOpen && props.state.open === row.id) || undefined}
            data-inactive={row.original.isactive === false || undefined}
            onClick={(event) => open(event, row.id)}
            onMouseEnter={() => fetchAhead(row.id)}
            style={{ cursor: 'pointer' }}
          >
            {selectable && (
              <td className="mw-pick">
                <Checkbox
                  size="xs"
                  aria-label={`Select ${recordLabel(register, row.original)}`}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </td>
            )}
            {row.getAllCells().map((cell) => (
              <td key={cell.id} data-number={numeric.has(cell.column.id) || undefined}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeaderCellProps = ListTableProps & { name: string; title: string; numeric: boolean };

function HeaderCell({ register, state, onState, name, title, numeric }: HeaderCellProps) {
  const sorted = (state.sort || register.defaultsort) === name;
  const descending = state.sort ? state.dir === 'desc' : register.newestfirst;
  if (!register.sorts.includes(name)) return <th data-number={numeric || undefined}>{title}</th>;
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      data-number={numeric || undefined}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className="mw-th"
        onClick={() => onState({ sort: name, dir: sorted && !descending ? 'desc' : 'asc' })}
      >
        {title}
        {sorted && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}
