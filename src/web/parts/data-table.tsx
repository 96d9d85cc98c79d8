import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type Key, type ReactNode, useState } from 'react';
import { ListFrame, type ListFrameProps } from './list-frame.tsx';

export interface TableColumn<Row> {
  /** Heading; on a phone it stands before the value. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** What the row is called: on a phone it comes first and without its title. */
  headline?: boolean;
  align?: 'right';
  /** Long text that may take several lines. */
  wrap?: boolean;
  /** As in CSS, for a column that would otherwise be as wide as the table lets it. */
  width?: string;
}

interface RowLook<Row> {
  columns: readonly TableColumn<Row>[];
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** Rows that are no longer in use are greyed. */
  isInactive?: (row: Row) => boolean;
  /** What a row opens to; its headline becomes the button for that. */
  detail?: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> extends Omit<ListFrameProps<Row>, 'children'>, RowLook<Row> {
  rowKey: (row: Row) => Key;
}

/**
 * A table whose columns are declared as data, in the frame of every list. On a phone each row becomes a small
 * card. Registers have `ListPage` instead.
 */
export function DataTable<Row>({ rowKey, ...props }: DataTableProps<Row>) {
  const { title, columns, actions } = props;
  return (
    <ListFrame {...props}>
      {(rows) => (
        <table className="mw-table mw-stackable" aria-label={title}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.title}
                  data-number={column.align === 'right' || undefined}
                  style={{ width: column.width }}
                >
                  {column.title}
                </th>
              ))}
              {actions && (
                <th>
                  <span className="mw-visually-hidden">Actions</span>
                </th>
              )}
            </tr>
          </thead>
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
