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
      toastDone(credential ? `The credential of ${name} is revoked.` : `${name} is kept from enrolling.`);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      title={credential ? `Revoke the credential of ${name}?` : `Keep ${name} from enrolling?`}
      action={credential ? 'Revoke' : 'Keep it from enrolling'}
      onClose={onClose}
    >
      {credential ? (
        <p>
          From this moment its agent is refused: it reports nothing and gets no commands until it has enrolled
          again. With the shared key a known PC does so by itself, unless it is kept from it. This cannot be
          undone.
        </p>
      ) : (
        <p>No agent gets a credential for this PC until an admin allows it again.</p>
      )}
      {credential && !block && (
        <Checkbox
          label="Keep it from enrolling again"
          description="For a PC that was lost or stolen, or that does not belong here."
          {...form.check('blockreenroll')}
        />
      )}
      <TextInput label="Why" maxLength={500} autoComplete="off" data-autofocus {...form.text('reason')} />
    </FormModal>
  );
}
