import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { FieldValue } from './field-value.tsx';
import { recordLabel } from './resolve.ts';

/** Shows the name of a record in a list, with the renderer of its field if it declares one. */
export function RecordName({ register, record }: { register: RegisterDescriptor; record: RegisterRecord }) {
  const field = register.fields.find(({ name }) => name === register.labelfield);
  return field?.drawn ? (
    <FieldValue field={field} record={record} linked={false} />
  ) : (
    recordLabel(register, record)
  );
}
