import { createColumnHelper, rowSelectionFeature, tableFeatures } from '@tanstack/react-table';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { AppLink } from '../parts/app-link.tsx';
import { FieldValue } from './field-value.tsx';
import { recordId, recordLabel } from './resolve.ts';

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

/** Returns the names of the default columns. The column with the name of the record is first. */
export function listDefaultColumns(register: RegisterDescriptor): string[] {
  return listColumnFields(register)
    .filter((field) => field.list === 'shown' || field.name === register.labelfield)
    .map((field) => field.name);
}

/** Reports whether the values of a field are numbers. */
export function isNumeric(field: FieldDescriptor): boolean {
  return field.kind === 'integer' || field.kind === 'number';
}

/**
 * Returns the columns of `shown` in the order of the register. The column with the name of the record is
 * always included and first. Unknown names are ignored.
 */
export function buildColumns(register: RegisterDescriptor, shown: string[]) {
  const fields = listColumnFields(register).filter(
    (field) => shown.includes(field.name) || field.name === register.labelfield,
  );
  return helper.columns(
    fields.map((field) =>
      helper.accessor((record) => record[field.name], {
        id: field.name,
        header: field.title,
        cell: ({ row }) =>
          field.name === register.labelfield ? (
            <AppLink className="mw-cell-link" to={`${register.path}/${recordId(register, row.original)}`}>
              {recordLabel(register, row.original)}
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
