import { Checkbox } from '@mantine/core';
import { useTable } from '@tanstack/react-table';
import { type CSSProperties, type MouseEvent, useMemo, useRef, useState } from 'react';
import { recordQuery } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { ROW_HEIGHT } from '../theme.ts';
import { useCellEditing } from './cells/use-cell-editing.tsx';
import type { ListColumn } from './columns/list-column.ts';
import { usePinnedLefts } from './columns/use-pinned-lefts.ts';
import { buildColumns, isNumeric, listFeatures } from './list-columns.tsx';
import { ListHead } from './list-head.tsx';
import type { ListTableProps } from './list-table-props.ts';
import { recordId, recordLabel } from './resolve.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSingleClick } from './use-single-click.ts';
import './columns/column-styles.ts';

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
  const editing = useCellEditing(register, rows);
  const clicks = useSingleClick();
  const open = (event: MouseEvent, id: string) => {
    const target = event.target as HTMLElement;
    if (target.closest('a, button, input, label')) return;
    if (window.getSelection()?.toString()) return;
    const show = () => (props.onOpen ? props.onOpen(id) : go(`${register.path}/${id}`));
    // A double click on such a cell edits it, so the row opens only if no second click follows.
    if (target.closest('[data-editable]')) clicks.afterClick(event, show);
    else show();
  };
  const edit = (event: MouseEvent, id: string, column: string) => {
    if ((event.target as HTMLElement).closest('a, button, input, label')) return;
    clicks.cancel();
    window.getSelection()?.removeAllRanges();
    editing.start(id, column);
  };
  const rowsOf = useRef<HTMLTableSectionElement>(null);
  const pathOf = (id: string) => `${register.path}/${id}`;
  useRowKeys(rowsOf, {
    onOpen: (id) => go(pathOf(id)),
    onShow: (id) => {
      if (!props.onOpen) go(pathOf(id));
      else if (props.state.open === id) props.onState({ open: '', page: props.state.page });
      else props.onOpen(id);
    },
    onEdit: register.can.edit ? (id) => go(`${pathOf(id)}/edit`) : undefined,
    onEditCell: editing.start,
    onSelect: selectable ? (id) => table.getRow(id).toggleSelected() : undefined,
  });
  const [current, setCurrent] = useState('');
  const entry = rows.some((record) => recordId(register, record) === current) ? current : undefined;
  const ofRecord = (id: string) => void queryClient.prefetchQuery(recordQuery(register.path, id));
  const { fetchAhead = ofRecord } = props;
  const head = useRef<HTMLTableRowElement>(null);
  const lefts = usePinnedLefts(head, columns);
  const styles = useMemo(() => createColumnStyles(columns, lefts), [columns, lefts]);
  const isPickPinned = Object.keys(lefts).length > 0 || undefined;
  const isAnyPicked = rows.some((record) => selection[recordId(register, record)]);
  return (
    <table
      className="mw-table mw-table-rows"
      data-sized={built.every(({ id }) => styles[id!]?.width !== undefined) || undefined}
      style={{ '--mw-row': `${ROW_HEIGHT[compact ? 'compact' : 'normal']}px` } as CSSProperties}
    >
      <ListHead
        {...props}
        row={head}
        styles={styles}
        lefts={lefts}
        all={{
          checked: rows.length > 0 && table.getIsAllRowsSelected(),
          indeterminate: isAnyPicked && !table.getIsAllRowsSelected(),
          onChange: table.getToggleAllRowsSelectedHandler(),
        }}
      />
      <tbody ref={rowsOf}>
        {table.getRowModel().rows.map((row, index) => (
          <tr
            key={row.id}
            data-id={row.id}
            // The Tab key stops at one row. The keys of the list lead to the others.
            tabIndex={(entry === undefined ? index === 0 : entry === row.id) ? 0 : -1}
            onFocus={() => setCurrent(row.id)}
            data-selected={row.getIsSelected() || undefined}
            data-open={(props.onOpen && props.state.open === row.id) || undefined}
            data-inactive={row.original.isactive === false || undefined}
            onClick={(event) => open(event, row.id)}
            onMouseEnter={() => fetchAhead(row.id)}
            style={{ cursor: 'pointer' }}
          >
            {selectable && (
              <td className="mw-pick" data-pinned={isPickPinned}>
                <Checkbox
                  size="xs"
                  aria-label={`Select ${recordLabel(register, row.original)}`}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </td>
            )}
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                data-cell={cell.column.id}
                data-editable={editing.canEdit(row.original, cell.column.id) || undefined}
                tabIndex={-1}
                onDoubleClick={(event) => edit(event, row.id, cell.column.id)}
                data-number={numeric.has(cell.column.id) || undefined}
                data-pinned={cell.column.id in lefts || undefined}
                style={styles[cell.column.id]}
              >
                <table.FlexRender cell={cell} />
                {editing.renderEditor(row.original, cell.column.id)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the width of each column that has one, and the place of each pinned column, by name. */
function createColumnStyles(
  columns: readonly ListColumn[],
  lefts: Readonly<Record<string, number>>,
): Record<string, CSSProperties | undefined> {
  return Object.fromEntries(
    columns.map(({ name, width }) => [
      name,
      { left: lefts[name], ...(width && { width, minWidth: width, maxWidth: width }) },
    ]),
  );
}
