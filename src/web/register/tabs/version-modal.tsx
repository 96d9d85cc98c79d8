import { Textarea, TextInput } from '@mantine/core';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { DateInput } from '../../parts/date-input.tsx';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';

/** Adds a version by hand. Its packages are uploaded afterwards. */
export function VersionModal({ appid, onClose }: { appid: number; onClose: () => void }) {
  const form = useForm({
    initial: { version: '', releasedate: '', notes: '' },
    save: async ({ version, releasedate, notes }) => {
      const body = { version, releasedate: releasedate || null, notes: notes || null };
      const answer = await request('POST', `/applications/${appid}/versions`, { body });
      await queryClient.invalidateQueries({ queryKey: ['versions', appid] });
      toastDone(`Version ${version} added.`, answer.auditid);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft={`applications/${appid}/versions/new`}
      title="Add version"
      action="Add version"
      onClose={onClose}
    >
      <TextInput label="Version" required data-autofocus {...form.text('version')} />
      <DateInput label="Release date" {...form.date('releasedate')} />
      <Textarea label="Notes" rows={3} {...form.text('notes')} />
    </FormModal>
  );
}
