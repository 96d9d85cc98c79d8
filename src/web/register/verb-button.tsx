import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RegisterDescriptor, VerbDescriptor } from '../../kit/resource/descriptor.ts';
import { FieldErrors } from '../api/api-error.ts';
import { request } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { FormModal } from '../parts/form-modal.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { toastDone, toastError } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { toDraftName } from './draft-name.ts';
import { FormFields } from './form-fields.tsx';
import { buildInitialValues, findMissingValues, isRelevant } from './form-values.ts';
import { useAreRenderersLoaded } from './plugin-hooks.ts';
import { recordId, recordLabel } from './resolve.ts';

interface VerbProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
  verb: VerbDescriptor;
}

/** Returns the verbs that are available in the current state of the record; none for an inactive record. */
export const listAvailableVerbs = (register: RegisterDescriptor, record: RegisterRecord): VerbDescriptor[] =>
  record.isactive === false
    ? []
    : register.verbs.filter(({ when = {} }) =>
        Object.entries(when).every(([field, value]) => record[field] === value),
      );

/** Runs a verb at once, or first shows a form if the verb has parameters. */
export function VerbButton({ register, record, verb }: VerbProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const atOnce = async () => {
    setBusy(true);
    try {
      await send(register, record, verb, undefined);
    } catch (error) {
      toastError(error, `${verb.title} failed`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<RegisterIcon name={verb.icon} size={16} />}
        onClick={() => (verb.fields.length > 0 ? setOpen(true) : void atOnce())}
      >
        {verb.title}
      </Button>
      {open && <VerbModal register={register} record={record} verb={verb} onClose={() => setOpen(false)} />}
    </>
  );
}

function VerbModal({ register, record, verb, onClose }: VerbProps & { onClose: () => void }) {
  const { fields } = verb;
  const isDrawable = useAreRenderersLoaded(fields);
  const form = useForm<Record<string, unknown>>({
    initial: buildInitialValues(fields, {}),
    save: async (values) => {
      const missing = findMissingValues(fields, values);
      if (Object.keys(missing).length > 0) throw new FieldErrors(missing);
      await send(register, record, verb, values);
      onClose();
    },
  });
  // Waits for the renderers of plugins, so that all fields appear together and the first one gets the focus.
  if (!isDrawable) return null;
  return (
    <FormModal
      form={form}
      draft={toDraftName(fields, `${register.path}/${recordId(register, record)}/${verb.path}`)}
      fields={fields}
      title={`${verb.title}: ${recordLabel(register, record)}`}
      action={verb.title}
      onClose={onClose}
    >
      <FormFields fields={fields.filter((field) => isRelevant(field, form.values))} form={form} />
    </FormModal>
  );
}

async function send(
  register: RegisterDescriptor,
  record: RegisterRecord,
  verb: VerbDescriptor,
  body: Record<string, unknown> | undefined,
): Promise<void> {
  const path = `${register.path}/${recordId(register, record)}/${verb.path}`;
  const answer = await request<RegisterRecord>('POST', path, { body });
  await queryClient.invalidateQueries();
  toastDone(`${verb.title}: ${recordLabel(register, answer.data)} done.`, answer.auditid);
}
