import { createColumnHelper, rowSelectionFeature, tableFeatures } from '@tanstack/react-table';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { AppLink } from '../parts/app-link.tsx';
import { type ListColumn, readListColumns } from './columns/list-column.ts';
import { FieldValue } from './field-value.tsx';
import { RecordName } from './record-name.tsx';
import { recordId } from './resolve.ts';

export const listFeatures = tableFeatures({ rowSelectionFeature });

const helper = createColumnHelper<typeof listFeatures, RegisterRecord>();

/** The time of the last change, which is a column but not a form field. */
const LAST_CHANGE_COLUMN: FieldDescriptor = {
  name: 'modifieddate',
  title: 'Last change',
  kind: 'instant',
  required: false,
  readonly: true,
  createonly: false,
  list: 'hidden',
  section: 'General',
  sortable: true,
};

/**
 * Returns the fields that can be columns, the name of the record first. The time of the last change is last,
 * if the list can be sorted by it.
 */
export function listColumnFields(register: RegisterDescriptor): FieldDescriptor[] {
  const stamp = register.sorts.includes(LAST_CHANGE_COLUMN.name) ? [LAST_CHANGE_COLUMN] : [];
  const fields = [...register.fields, ...stamp].filter(
    (field) => field.list !== 'never' || field.name === register.labelfield,
  );
  return fields.sort(
    (a, b) => Number(b.name === register.labelfield) - Number(a.name === register.labelfield),
  );
}

/** Returns the default columns. The column with the name of the record is first. */
export function listDefaultColumns(register: RegisterDescriptor): ListColumn[] {
  const { labelfield, defaultcolumns } = register;
  if (defaultcolumns) return readListColumns(defaultcolumns, labelfield);
  return listColumnFields(register)
    .filter((field) => field.list === 'shown' || field.name === labelfield)
    .map(({ name }) => ({ name }));
}

/** Returns the fields of the shown columns in their order. Unknown columns are ignored. */
export function listShownFields(
  register: RegisterDescriptor,
  columns: readonly ListColumn[],
): FieldDescriptor[] {
  const fields = new Map(listColumnFields(register).map((field) => [field.name, field]));
  return columns.flatMap(({ name }) => fields.get(name) ?? []);
}

/** Reports whether the values of a field are numbers. */
export function isNumeric(field: FieldDescriptor): boolean {
  return field.kind === 'integer' || field.kind === 'number';
}

/** Returns the shown columns in their order. The name of the record is a link to its page. */
export function buildColumns(register: RegisterDescriptor, columns: readonly ListColumn[]) {
  return helper.columns(
    listShownFields(register, columns).map((field) =>
      helper.accessor((record) => record[field.name], {
        id: field.name,
        header: field.title,
        cell: ({ row }) =>
          field.name === register.labelfield ? (
            <AppLink className="mw-cell-link" to={`${register.path}/${recordId(register, row.original)}`}>
              <RecordName register={register} record={row.original} />
            </AppLink>
          ) : (
            <FieldValue
              field={field}
              record={row.original}
              linked={field.kind === 'url' || field.kind === 'email'}
            />
          ),
      }),
    ),
  );
}
