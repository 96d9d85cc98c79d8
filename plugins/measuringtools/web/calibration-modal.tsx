import { NativeSelect, Textarea } from '@mantine/core';
import { FieldErrors } from '../../../src/web/api/api-error.ts';
import { request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { createFileForm, upload } from '../../../src/web/api/upload.ts';
import { DateInput } from '../../../src/web/parts/date-input.tsx';
import { FileField } from '../../../src/web/parts/file-field.tsx';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import { RESULTS } from '../results.ts';

const OPTIONS = Object.entries(RESULTS).map(([value, label]) => ({ value, label }));
const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.webp';

interface CalibrationModalProps {
  path: string;
  /** The display name of the tool. */
  name: string;
  onClose: () => void;
}

/** Shows the dialog that records a calibration, with an optional certificate. */
export function CalibrationModal({ path, name, onClose }: CalibrationModalProps) {
  const form = useForm({
    initial: { calibrationdate: '', result: 'pass', notes: '', file: null as File | null },
    save: async ({ file, ...fields }) => {
      if (!fields.calibrationdate)
        throw new FieldErrors({ calibrationdate: 'Enter the date of the calibration.' });
      const { auditid } = file
        ? await upload(path, createFileForm(file, fields))
        : await request('POST', path, { body: fields });
      await queryClient.invalidateQueries();
      toastDone(`The calibration of ${name} is recorded.`, auditid);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft={path}
      title={`Record calibration: ${name}`}
      action="Record"
      onClose={onClose}
    >
      <DateInput label="Calibrated on" required data-autofocus {...form.date('calibrationdate')} />
      <NativeSelect label="Result" data={OPTIONS} {...form.text('result')} />
      <Textarea label="Notes" autosize minRows={2} maxRows={6} {...form.text('notes')} />
      <FileField
        accept={ACCEPTED}
        file={form.values.file}
        error={form.errors.file}
        onFile={(file) => form.set('file', file)}
      >
        Choose certificate
      </FileField>
    </FormModal>
  );
}
