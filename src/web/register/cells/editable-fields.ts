import type { FieldDescriptor, RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { isRelevant, listFormFields } from '../form-values.ts';

const KINDS: ReadonlySet<FieldDescriptor['kind']> = new Set([
  'text',
  'integer',
  'number',
  'boolean',
  'date',
  'url',
  'email',
  'select',
  'ref',
  'longtext',
]);

/** Returns the fields of a list that the user can edit in its cells, by name; none without permission. */
export function findEditableFields(
  register: RegisterDescriptor,
  registers: RegisterDescriptor[],
): ReadonlyMap<string, FieldDescriptor> {
  const fields = register.can.edit ? listFormFields(register, false, registers) : [];
  return new Map(
    fields.filter(({ kind, drawn }) => KINDS.has(kind) && !drawn).map((field) => [field.name, field]),
  );
}

/** Reports whether the field of this record can be edited: it is active and the field applies to it. */
export const isEditable = (field: FieldDescriptor | undefined, record: RegisterRecord): boolean =>
  field !== undefined && record.isactive !== false && isRelevant(field, record);
