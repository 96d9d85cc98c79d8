import { Checkbox, TextInput } from '@mantine/core';
import { FieldErrors } from '../../../src/web/api/api-error.ts';
import { request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { createFileForm, upload } from '../../../src/web/api/upload.ts';
import { DateInput } from '../../../src/web/parts/date-input.tsx';
import { FileField } from '../../../src/web/parts/file-field.tsx';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { toastDone, toastError } from '../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import type { AssetBackup } from './backup-row.ts';

interface BackupModalProps {
  assetid: number;
  /** The display name of the asset. */
  name: string;
  onClose: () => void;
}

/** Shows the dialog that records a backup of an asset, with an optional file. */
export function BackupModal({ assetid, name, onClose }: BackupModalProps) {
  const form = useForm({
    initial: {
      backupdate: '',
      method: '',
      storagelocation: '',
      performedby: '',
      intervaldays: '',
      isverified: false,
      file: null as File | null,
    },
    save: async ({ file, intervaldays, ...fields }) => {
      if (!fields.backupdate) throw new FieldErrors({ backupdate: 'Enter the date of the backup.' });
      const body = { assetid, ...fields, intervaldays: intervaldays ? Number(intervaldays) : null };
      const made = await request<AssetBackup>('POST', '/backups/assets', { body });
      try {
        if (file) await upload(`/backups/assets/${made.data.assetbackupid}/file`, createFileForm(file));
        toastDone(`The backup of ${name} is recorded.`, made.auditid);
      } catch (error) {
        toastError(error, `The backup of ${name} is recorded, but its file was not uploaded`);
      }
      await queryClient.invalidateQueries();
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft={`assets/${assetid}/backups/new`}
      title={`Record backup: ${name}`}
      action="Record"
      onClose={onClose}
    >
      <DateInput label="Backed up on" required data-autofocus {...form.date('backupdate')} />
      <TextInput label="Method" placeholder="Image, program export …" {...form.text('method')} />
      <TextInput label="Storage location" {...form.text('storagelocation')} />
      <TextInput label="Performed by" {...form.text('performedby')} />
      <TextInput
        type="number"
        min={1}
        label="Interval (days)"
        description="Leave empty for no reminder."
        {...form.text('intervaldays')}
      />
      <Checkbox label="Verified: a restore was tested" {...form.check('isverified')} />
      <FileField file={form.values.file} error={form.errors.file} onFile={(file) => form.set('file', file)}>
        Choose file
      </FileField>
    </FormModal>
  );
}
