import type { ComponentType } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { FieldErrors } from '../api/api-error.ts';
import { request } from '../api/client.ts';
import { useRegisters } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { FormModal } from '../parts/form-modal.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { toDraftName } from './draft-name.ts';
import type { FormFieldProps } from './form-field-props.ts';
import { diffValues, type FormValues, findMissingValues, listFormFields } from './form-values.ts';
import type { RefCreateProps } from './ref-select.tsx';
import { recordId, recordLabel } from './resolve.ts';

interface CreateRefModalProps extends RefCreateProps {
  register: RegisterDescriptor;
  /** Values of the form around it, which the new record takes for fields of the same name. */
  values: Readonly<Record<string, unknown>> | undefined;
  /** The input of a field. It is a property because it contains this dialog. */
  Field: ComponentType<FormFieldProps>;
}

/** Creates a record for a reference, with its name and its required fields, without leaving the form. */
export function CreateRefModal(props: CreateRefModalProps) {
  const { register, name, values, Field, onCreated, onClose } = props;
  const fields = listFormFields(register, true, useRegisters()).filter(
    (field) => field.required || field.name === register.labelfield,
  );
  const initial: FormValues = Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.name === register.labelfield ? name : (values?.[field.name] ?? field.default ?? null),
    ]),
  );
  const form = useForm({
    initial,
    save: async (input) => {
      const missing = findMissingValues(fields, input);
      if (Object.keys(missing).length > 0) throw new FieldErrors(missing);
      const body = diffValues(null, input);
      const { data, auditid } = await request<RegisterRecord>('POST', register.path, { body });
      const label = recordLabel(register, data);
      toastDone(`${label} created.`, auditid);
      onCreated(recordId(register, data), label);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['options'] });
    },
  });
  return (
    <FormModal
      form={form}
      draft={toDraftName(fields, `${register.path}/new/reference`)}
      fields={fields}
      title={`New ${toSentenceForm(register.titleone)}`}
      action="Create"
      onClose={onClose}
    >
      {fields.map((field) => (
        <Field
          key={field.name}
          idprefix={`new-${register.name}`}
          field={field}
          value={form.values[field.name]}
          error={form.errors[field.name]}
          record={null}
          values={form.values}
          onChange={(value) => form.set(field.name, value)}
        />
      ))}
    </FormModal>
  );
}
