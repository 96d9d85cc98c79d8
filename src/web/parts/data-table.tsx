import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type Key, type ReactNode, useState } from 'react';
import { ListFrame, type ListFrameProps } from './list-frame.tsx';
import { ariaSortOf, type ListSorting } from './list-sorting.ts';
import { SortButton } from './sort-button.tsx';
import { useIsPhone } from './use-is-phone.ts';

export interface TableColumn<Row> {
  /** Heading of the column; on a phone it is in front of the value. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Marks the name of the row, which is first and without a title on a phone. */
  headline?: boolean;
  align?: 'right';
  /** Allows long text to wrap. */
  wrap?: boolean;
  /** The name by which the list sorts by this column. */
  sort?: string;
  /** CSS width, for a column that would otherwise take all available space. */
  width?: string;
}

interface RowLook<Row> {
  columns: readonly TableColumn<Row>[];
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** Reports whether a row is inactive and shown in gray. */
  isInactive?: (row: Row) => boolean;
  /** Content that opens below a row. The headline becomes the button for it. */
  detail?: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> extends Omit<ListFrameProps<Row>, 'children'>, RowLook<Row> {
  rowKey: (row: Row) => Key;
  /** The order of the list. Without it, the headings do not sort. */
  sorting?: ListSorting;
}

/**
 * Shows a table whose columns are declared as data, in the frame of all lists. On a phone each row becomes a
 * card. Registers use `ListPage` instead.
 */
export function DataTable<Row>({ rowKey, ...props }: DataTableProps<Row>) {
  const { title } = props;
  return (
    <ListFrame {...props}>
      {(rows) => (
        <table className="mw-table mw-stackable" aria-label={title}>
          <DataHead {...props} />
          <tbody>
            {rows.map((row) => (
              <DataRow key={rowKey(row)} row={row} {...props} />
            ))}
          </tbody>
        </table>
      )}
    </ListFrame>
  );
}

type DataHeadProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'actions' | 'sorting'>;

/** Shows the headings. A phone hides them, so none of them is a button there. */
function DataHead<Row>({ columns, actions, sorting }: DataHeadProps<Row>) {
  const isPhone = useIsPhone();
  return (
    <thead>
      <tr>
        {columns.map(({ title, align, width, sort }) => (
          <th
            key={title}
            data-number={align === 'right' || undefined}
            style={{ width }}
            aria-sort={sorting && ariaSortOf(sort, sorting)}
          >
            {sorting && sort && !isPhone ? <SortButton name={sort} title={title} sorting={sorting} /> : title}
          </th>
        ))}
        {actions && (
          <th>
            <span className="mw-visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function DataRow<Row>({ row, columns, actions, isInactive, detail }: RowLook<Row> & { row: Row }) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const headline = (content: ReactNode) =>
    detail ? (
      <button type="button" className="mw-plain mw-state" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron size={14} aria-hidden />
        {content}
      </button>
    ) : (
      content
    );
  return (
    <>
      <tr data-inactive={isInactive?.(row) || undefined}>
        {columns.map((column) => (
          <td
            key={column.title}
            className={column.wrap ? 'mw-wrap' : undefined}
            data-headline={column.headline || undefined}
            data-label={column.headline ? undefined : column.title}
            data-number={column.align === 'right' || undefined}
          >
            {column.headline ? headline(column.cell(row)) : column.cell(row)}
          </td>
        ))}
        {actions && <td data-actions>{actions(row)}</td>}
      </tr>
      {open && (
        <tr>
          <td colSpan={columns.length + (actions ? 1 : 0)} className="mw-wrap mw-row-detail">
            {detail?.(row)}
          </td>
        </tr>
      )}
    </>
  );
}
