import { Button } from '@mantine/core';
import { IconRefresh, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';

/** Shows the actions on all deliveries: retry failed ones, and replace the secret that signs webhooks. */
export function OutboxActions() {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      const { data } = await request<{ retried: number }>('POST', '/outbox/retry');
      toastDone(
        data.retried === 0 ? 'Nothing was given up.' : `${data.retried} that were given up are tried again.`,
      );
      await queryClient.invalidateQueries();
    } catch (error) {
      toastError(error, 'They could not be tried again');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <SigningSecret />
      <Button variant="default" loading={busy} leftSection={<IconRefresh size={16} />} onClick={retry}>
        Retry what was given up
      </Button>
    </>
  );
}

function SigningSecret() {
  const [asking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const renew = async () => {
    const { data } = await request<{ secret: string }>('POST', '/outbox/secret');
    setSecret(data.secret);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconSignature size={16} />} onClick={() => setAsking(true)}>
        Sign webhooks
      </Button>
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title="Sign webhooks with a new secret?"
        action="Make the secret"
        onConfirm={renew}
      >
        Receivers check with it that a webhook is from here. One that checks with an earlier secret refuses
        webhooks from now on, until it has the new one. How to check is told in the API docs, under outbox.
      </ConfirmModal>
      {secret && (
        <SecretOnce title="The secret that signs webhooks" secret={secret} onClose={() => setSecret(null)}>
          Give it to whoever receives the webhooks.
        </SecretOnce>
      )}
    </>
  );
}
