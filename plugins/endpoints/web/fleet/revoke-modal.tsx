import { Checkbox, TextInput } from '@mantine/core';
import { request } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import { pcNameOf } from '../labels.ts';
import type { Status } from './pc-queries.ts';

/**
 * Revokes the credential of a PC and optionally blocks it from enrolling again. A PC without a credential can
 * only be blocked.
 */
export function RevokeModal({ status, onClose }: { status: Status; onClose: () => void }) {
  const { assetid, credential, block } = status;
  const name = pcNameOf(status);
  const form = useForm({
    initial: { blockreenroll: credential === null, reason: '' },
    save: async ({ blockreenroll, reason }) => {
      await request('POST', `/endpoints/assets/${assetid}/revoke`, {
        body: { blockreenroll, reason: reason.trim() || null },
      });
      await queryClient.invalidateQueries();
      toastDone(credential ? `The credential of ${name} is revoked.` : `Enrollment of ${name} is blocked.`);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft={`endpoints/assets/${assetid}/revoke`}
      title={credential ? `Revoke credential of ${name}` : `Block enrollment of ${name}`}
      action={credential ? 'Revoke' : 'Block'}
      onClose={onClose}
    >
      {credential ? (
        <p>
          The agent loses access now. It cannot report or receive commands until it enrolls again. With the
          shared key, a registered PC enrolls again automatically, unless enrollment is blocked. This cannot
          be undone.
        </p>
      ) : (
        <p>No agent gets a credential for this PC until an admin allows it again.</p>
      )}
      {credential && !block && (
        <Checkbox
          label="Block new enrollment"
          description="For lost, stolen or foreign PCs."
          {...form.check('blockreenroll')}
        />
      )}
      <TextInput label="Reason" maxLength={500} autoComplete="off" data-autofocus {...form.text('reason')} />
    </FormModal>
  );
}
