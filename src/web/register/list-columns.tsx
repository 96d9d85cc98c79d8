import { createColumnHelper, rowSelectionFeature, tableFeatures } from '@tanstack/react-table';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { AppLink } from '../parts/app-link.tsx';
import { FieldValue } from './field-value.tsx';
import { recordId, recordLabel } from './resolve.ts';

export const listFeatures = tableFeatures({ rowSelectionFeature });

const helper = createColumnHelper<typeof listFeatures, RegisterRecord>();

/** Fields that may stand as columns; the name of the record always comes first. */
export function columnFields(register: RegisterDescriptor): FieldDescriptor[] {
  const fields = register.fields.filter(
    (field) => field.list !== 'never' || field.name === register.labelfield,
  );
  return fields.sort(
    (a, b) => Number(b.name === register.labelfield) - Number(a.name === register.labelfield),
  );
}

/** Names of the columns shown until a person chooses others. */
export function defaultColumns(register: RegisterDescriptor): string[] {
  return columnFields(register)
    .filter((field) => field.list === 'shown' || field.name === register.labelfield)
    .map((field) => field.name);
}

export function isNumeric(field: FieldDescriptor): boolean {
  return field.kind === 'integer' || field.kind === 'number';
}

export function buildColumns(register: RegisterDescriptor, shown: string[]) {
  const fields = columnFields(register).filter(
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
