import { TextInput } from '@mantine/core';
import { request as call } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import type { EnrollmentView } from './inbox-query.ts';

interface DecisionProps {
  request: EnrollmentView;
  onClose: (isDone: boolean) => void;
}

/** Shows the dialog that rejects an enrollment request, with an optional reason. */
export function RejectModal({ request, onClose }: DecisionProps) {
  const form = useForm({
    initial: { reason: '' },
    save: async ({ reason }) => {
      await call('POST', `/endpoints/enrollment/${request.requestid}/reject`, {
        body: { reason: reason.trim() || null },
      });
      await queryClient.invalidateQueries();
      toastDone(`The request of ${request.hostname} is rejected.`);
      onClose(true);
    },
  });
  return (
    <FormModal
      form={form}
      draft={null}
      title={`Reject ${request.hostname}`}
      action="Reject"
      onClose={() => onClose(false)}
    >
      <p>
        {request.contested ? 'All agents that claim this PC are rejected.' : 'The agent is rejected.'} A
        rejected agent must be set up again before it can send a new request.
      </p>
      <TextInput label="Reason" maxLength={500} autoComplete="off" data-autofocus {...form.text('reason')} />
    </FormModal>
  );
}
