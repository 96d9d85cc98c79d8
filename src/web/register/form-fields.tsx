import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import type { FormState } from '../parts/use-form.ts';
import { FormField } from './form-field.tsx';
import type { FormValues } from './form-values.ts';

/** Shows the inputs of a form that is generated from fields. */
export function FormFields({ fields, form }: { fields: FieldDescriptor[]; form: FormState<FormValues> }) {
  return fields.map((field) => (
    <FormField
      key={field.name}
      field={field}
      value={form.values[field.name]}
      error={form.errors[field.name]}
      record={null}
      onChange={(value) => form.set(field.name, value)}
    />
  ));
}
