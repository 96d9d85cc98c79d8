import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import { CAPACITY_TIERS, SUPPLY_COLORS, SUPPLY_TYPES } from '../choices.ts';
import type { PrinterModel } from '../model-routes.ts';

export type ModelSupply = PrinterModel['supplies'][number];

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Adds a part to a model, or changes one. */
export function SupplyModal({
  model,
  part,
  onClose,
}: {
  model: PrinterModel;
  part: ModelSupply | null;
  onClose: () => void;
}) {
  const form = useForm({
    initial: {
      partnumber: part?.partnumber ?? '',
      supplytype: part?.supplytype ?? 'toner',
      color: part?.color ?? 'none',
      capacitytier: part?.capacitytier ?? 'standard',
      marketingname: part?.marketingname ?? '',
      pageyield: part?.pageyield ?? null,
    },
    save: async (body) => {
      const { auditid } = part
        ? await request('PUT', `/printers/supplies/${part.modelsupplyid}`, { body })
        : await request('POST', `/printers/models/${model.modelnumberid}/supplies`, { body });
      await queryClient.invalidateQueries({ queryKey: ['printer-models'] });
      toastDone(
        part ? `${body.partnumber} is saved.` : `${body.partnumber} is added to ${model.modelnumber}.`,
        auditid,
      );
      onClose();
    },
  });
  const title = part ? `Edit ${part.partnumber}` : `Add part for ${model.modelnumber}`;
  return (
    <FormModal
      form={form}
      draft={`printers/models/${model.modelnumberid}/supplies/${part?.modelsupplyid ?? 'new'}`}
      title={title}
      action={part ? 'Save' : 'Add'}
      disabled={!form.dirty}
      onClose={onClose}
    >
      <TextInput label="Part number" required {...form.text('partnumber')} data-autofocus />
      <NativeSelect label="Supply" data={choices(SUPPLY_TYPES)} {...form.text('supplytype')} />
      <NativeSelect label="Color" data={choices(SUPPLY_COLORS)} {...form.text('color')} />
      <NativeSelect label="Capacity" data={choices(CAPACITY_TIERS)} {...form.text('capacitytier')} />
      <TextInput label="Marketing name" {...form.text('marketingname')} />
      <NumberInput
        label="Yield (pages)"
        min={0}
        allowDecimal={false}
        value={form.values.pageyield ?? ''}
        error={form.errors.pageyield}
        onChange={(value) => form.set('pageyield', value === '' ? null : Number(value))}
      />
    </FormModal>
  );
}
