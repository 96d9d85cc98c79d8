import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';

export interface FormFieldProps {
  field: FieldDescriptor;
  value: unknown;
  error?: string;
  onChange: (value: unknown) => void;
  /** The stored record, for the names of its references. */
  record: RegisterRecord | null;
  /** Values of the whole form, for fields that depend on others. */
  values?: Readonly<Record<string, unknown>>;
  /** Start of the element ID, for a form above another one. The default is `field`. */
  idprefix?: string;
}
