import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';

/** Returns a register with the fields that plugins and the plant add to imports, after its own. */
export function withAddedFields<R extends RegisterDescriptor | undefined>(
  register: R,
  record: Pick<ImportRecord, 'addedfields'> | null,
): R {
  if (!register || !record || record.addedfields.length === 0) return register;
  const added = record.addedfields.map(({ name, title }): RegisterDescriptor['fields'][number] => ({
    name,
    title,
    kind: 'text',
    required: false,
    readonly: false,
    createonly: false,
    list: 'never',
    section: '',
    sortable: false,
  }));
  return { ...register, fields: [...register.fields, ...added] };
}
