import { useMemo } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { describeCustomField } from '../describe-custom-field.ts';
import { useTypeFields } from './use-custom-fields.ts';
import type { ListRegister } from './use-list-register.ts';

/**
 * Adds the custom fields of a record to the fields of its register, so that pages and forms show them like
 * all others. A new asset (`record` is null), and one whose type can be changed, has those of every type, each
 * while its type is chosen.
 */
export function useRecordRegister(
  register: RegisterDescriptor,
  record: RegisterRecord | null | undefined,
  canChangeType = false,
): ListRegister {
  const { fields, isLoaded } = useTypeFields(register);
  return useMemo(() => {
    const typeid = canChangeType ? undefined : record?.assettypeid;
    const added = fields
      .filter(({ assettypeid }) => typeid === undefined || assettypeid === null || assettypeid === typeid)
      .map((field) => withLines(describeCustomField(field), record));
    return {
      register: added.length === 0 ? register : { ...register, fields: [...register.fields, ...added] },
      isLoaded,
    };
  }, [register, record, fields, isLoaded, canChangeType]);
}

/** Returns the field with an input of several lines if its text has several. */
const withLines = (field: FieldDescriptor, record: RegisterRecord | null | undefined): FieldDescriptor =>
  field.kind === 'text' && String(record?.[field.name] ?? '').includes('\n')
    ? { ...field, kind: 'longtext' }
    : field;
