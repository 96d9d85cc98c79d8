import { TextInput } from '@mantine/core';
import { request } from '../../api/client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { MissingMailServer } from '../../parts/missing-settings.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import type { ReportParameterValues } from './report-parameters.tsx';

interface SendProps {
  report: string;
  title: string;
  parameters: ReportParameterValues;
  /** Initial recipient: the user. */
  first: string | null;
  onClose: () => void;
}

/** Mails a report with the parameters and filters of the page. */
export function SendModal({ report, title, parameters, first, onClose }: SendProps) {
  const form = useForm({
    initial: { to: first ?? '' },
    save: async ({ to }) => {
      const { data } = await request<{ to: string[] }>('POST', '/reports/email', {
        body: { report, parameters, to },
      });
      toastDone(`${title} is being sent to ${data.to.join(', ')}.`);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft={null}
      title={`Send ${title}`}
      action="Send"
      disabled={!form.values.to}
      onClose={onClose}
    >
      <MissingMailServer />
      <TextInput
        label="To"
        description="Email addresses, separated by commas, at most 20."
        autoComplete="email"
        data-autofocus
        {...form.text('to')}
      />
      <p className="mw-muted">The mail contains the first 50 rows, and all rows as a CSV attachment.</p>
    </FormModal>
  );
}
