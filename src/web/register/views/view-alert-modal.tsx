import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ViewAlertRecord } from '../../../features/viewalerts/schemas.ts';
import { FieldErrors } from '../../api/api-error.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { type SavedView, useMayShare } from './saved-views.ts';

interface ViewAlertModalProps {
  view: SavedView;
  onClose: () => void;
}

const COMPARISONS = [
  { value: 'more', label: 'More rows than' },
  { value: 'fewer', label: 'Fewer rows than' },
];
const SEVERITIES = [
  { value: 'info', label: 'Low priority' },
  { value: 'warning', label: 'Warning' },
  { value: 'critical', label: 'Critical' },
];

/** Sets the user's alert of a view, once the present one is loaded. */
export function ViewAlertModal(props: ViewAlertModalProps) {
  const { data } = useQuery({
    queryKey: ['viewalerts'],
    queryFn: () => get<ViewAlertRecord[]>('/viewalerts'),
    staleTime: 0,
    gcTime: 0,
  });
  if (!data) return null;
  const present = data.find(({ savedviewid }) => savedviewid === props.view.savedviewid);
  return <AlertForm {...props} present={present} />;
}

function AlertForm({ view, onClose, present }: ViewAlertModalProps & { present?: ViewAlertRecord }) {
  const mayShare = useMayShare();
  const path = `/viewalerts/${view.savedviewid}`;
  const finish = async (message: string, auditid: string | null) => {
    await queryClient.invalidateQueries({ queryKey: ['viewalerts'] });
    await queryClient.invalidateQueries({ queryKey: ['dashboard'] });
    toastDone(message, auditid);
    onClose();
  };
  const form = useForm({
    initial: {
      title: present?.title ?? view.viewname,
      comparison: present?.comparison ?? 'more',
      threshold: String(present?.threshold ?? 0),
      severity: present?.severity ?? 'warning',
      isshared: present?.isshared ?? false,
    },
    save: async ({ threshold, ...values }) => {
      if (!/^\d{1,7}$/.test(threshold.trim())) throw new FieldErrors({ threshold: 'Enter a whole number.' });
      const body = { ...values, threshold: Number(threshold), ifmodifieddate: present?.modifieddate };
      const { auditid } = await request('PUT', path, { body });
      await finish(`Alert “${values.title}” saved.`, auditid);
    },
  });
  const remove = async () => {
    const { auditid } = await request('DELETE', path);
    await finish(`Alert “${present?.title}” deleted.`, auditid);
  };
  return (
    <FormModal
      form={form}
      draft={`savedviews/${view.savedviewid}/alert`}
      title={`Alert of ${view.viewname}`}
      action="Save"
      onClose={onClose}
      aside={
        present && (
          <Button variant="subtle" color="red" onClick={() => form.end(remove)}>
            Delete
          </Button>
        )
      }
    >
      <TextInput
        label="Name"
        description="On the dashboard."
        required
        maxLength={120}
        {...form.text('title')}
      />
      <NativeSelect label="Alert when" data={COMPARISONS} {...form.text('comparison')} />
      <TextInput label="Rows" inputMode="numeric" required data-autofocus {...form.text('threshold')} />
      <NativeSelect label="Severity" data={SEVERITIES} {...form.text('severity')} />
      {mayShare && view.isshared && <Checkbox label="Share with all users" {...form.check('isshared')} />}
    </FormModal>
  );
}
