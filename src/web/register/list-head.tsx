import { Checkbox, type CheckboxProps } from '@mantine/core';
import type { CSSProperties, RefObject } from 'react';
import { moveColumn, setColumnWidth } from './columns/list-column.ts';
import { useColumnDrag } from './columns/use-column-drag.ts';
import { isNumeric, listShownFields } from './list-columns.tsx';
import { ListHeaderCell } from './list-header-cell.tsx';
import type { ListTableProps } from './list-table-props.ts';

interface ListHeadProps extends ListTableProps {
  /** The row of headings, which is measured to place pinned columns. */
  row: RefObject<HTMLTableRowElement | null>;
  /** The width and the place of each column, by name. */
  styles: Readonly<Record<string, CSSProperties | undefined>>;
  lefts: Readonly<Record<string, number>>;
  all: Pick<CheckboxProps, 'checked' | 'indeterminate' | 'onChange'>;
}

/** Shows the headings of a list, and the checkbox that selects all rows of the page. */
export function ListHead({ row, styles, lefts, all, ...props }: ListHeadProps) {
  const { register, columns, onColumns, selectable, state, onState } = props;
  const drag = useColumnDrag((name, target) => onColumns(moveColumn(columns, name, target)));
  return (
    <thead>
      <tr ref={row}>
        {selectable && (
          <th className="mw-pick" data-pinned={Object.keys(lefts).length > 0 || undefined}>
            <Checkbox size="xs" aria-label="Select all on this page" {...all} />
          </th>
        )}
        {listShownFields(register, columns).map((field) => (
          <ListHeaderCell
            key={field.name}
            register={register}
            state={state}
            onState={onState}
            name={field.name}
            title={field.title}
            numeric={isNumeric(field)}
            style={styles[field.name]}
            pinned={field.name in lefts}
            drag={drag(field.name)}
            onWidth={(width) => onColumns(setColumnWidth(columns, field.name, width))}
          />
        ))}
      </tr>
    </thead>
  );
}
