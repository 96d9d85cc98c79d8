import { Checkbox, TextInput } from '@mantine/core';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { type ListColumn, toStoredColumns } from '../columns/list-column.ts';
import { type SavedView, useMayShare } from './saved-views.ts';

interface SaveViewModalProps {
  page: string;
  query: string;
  columns: readonly ListColumn[];
  own: SavedView[];
  onClose: () => void;
}

/** Saves the current view under a name. Replaces the view of the user with this name, ignoring case. */
export function SaveViewModal({ page, query, columns, own, onClose }: SaveViewModalProps) {
  const namesake = (name: string) =>
    own.find((view) => view.viewname.toLowerCase() === name.trim().toLowerCase());
  const mayShare = useMayShare();
  const form = useForm({
    initial: { viewname: '', isshared: false },
    save: async ({ viewname, isshared }) => {
      const body = { viewname: viewname.trim(), isshared, page, query, columns: toStoredColumns(columns) };
      const replaced = namesake(viewname);
      const answer = replaced
        ? await request('PUT', `/savedviews/${replaced.savedviewid}`, { body })
        : await request('POST', '/savedviews', { body });
      await queryClient.invalidateQueries({ queryKey: ['savedviews'] });
      toastDone(`View “${body.viewname}” saved.`, answer.auditid);
      onClose();
    },
  });
  const { viewname } = form.values;
  const replaces = namesake(viewname) !== undefined;
  return (
    <FormModal
      form={form}
      draft={`savedviews/new${page}`}
      title="Save view"
      action={replaces ? 'Replace' : 'Save'}
      disabled={viewname.trim() === ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description={
          replaces ? 'Saving replaces your view with this name.' : 'For example: Spare PCs, hall 3'
        }
        required
        data-autofocus
        {...form.text('viewname')}
      />
      {mayShare && <Checkbox label="Share with all users" {...form.check('isshared')} />}
    </FormModal>
  );
}
