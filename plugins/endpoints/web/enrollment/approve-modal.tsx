import { Radio } from '@mantine/core';
import { FieldErrors } from '../../../../src/web/api/api-error.ts';
import { request as call } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { relativeTime } from '../../../../src/web/parts/time.tsx';
import { toastDone } from '../../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import { RefSelect } from '../../../../src/web/register/ref-select.tsx';
import type { EnrollmentView } from './inbox-query.ts';
import { Warnings } from './warnings.tsx';

const COMPUTERS = { path: '/computers', idfield: 'assetid', labelfield: 'hostname' };

interface DecisionProps {
  request: EnrollmentView;
  onClose: (isDone: boolean) => void;
}

/** Approves a request. The user selects the agent and the PC when they are not clear. */
export function ApproveModal({ request, onClose }: DecisionProps) {
  const { hostname, contested, computer, candidates, noncefingerprint } = request;
  const form = useForm({
    // Approves the agent that the user reviewed, not one that called since.
    initial: { noncefingerprint: contested ? '' : (noncefingerprint ?? ''), assetid: null as string | null },
    save: async (values) => {
      if (contested && !values.noncefingerprint)
        throw new FieldErrors({ noncefingerprint: 'Choose an agent.' });
      if (!computer && !values.assetid) throw new FieldErrors({ assetid: 'Choose the PC.' });
      await call('POST', `/endpoints/enrollment/${request.requestid}/approve`, {
        body: {
          noncefingerprint: values.noncefingerprint || undefined,
          assetid: values.assetid ? Number(values.assetid) : undefined,
        },
      });
      await queryClient.invalidateQueries();
      toastDone(`${hostname} is approved. Its agent fetches the credential at the next request.`);
      onClose(true);
    },
  });
  return (
    <FormModal
      form={form}
      draft={null}
      title={`Approve ${hostname}`}
      action="Approve"
      size={560}
      onClose={() => onClose(false)}
    >
      <div style={{ margin: '-8px -16px' }}>
        <Warnings request={request} />
      </div>
      {!computer && (
        <RefSelect
          label="Registered PC"
          required
          source={COMPUTERS}
          describe={(record) =>
            [record.hostname, record.assetnumber, record.serialnumber].filter(Boolean).join(' · ')
          }
          value={form.values.assetid}
          error={form.errors.assetid}
          onChange={(id) => form.set('assetid', id)}
          data-autofocus
        />
      )}
      {contested && (
        <Radio.Group
          label="Agent to approve"
          required
          value={form.values.noncefingerprint}
          error={form.errors.noncefingerprint}
          onChange={(fingerprint) => form.set('noncefingerprint', fingerprint)}
        >
          <div className="mw-stack" style={{ gap: 8, marginTop: 8 }}>
            {candidates.map((candidate) => (
              <Radio
                key={candidate.noncefingerprint}
                value={candidate.noncefingerprint}
                label={<span className="mw-mono">{candidate.noncefingerprint}</span>}
                description={`From ${candidate.address ?? 'an unknown address'}, first seen ${relativeTime(candidate.firstseen)}, last ${relativeTime(candidate.lastseen)}`}
              />
            ))}
          </div>
        </Radio.Group>
      )}
    </FormModal>
  );
}
