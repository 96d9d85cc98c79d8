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
        data.retried === 0
          ? 'There are no failed messages.'
          : `${data.retried} failed messages are sent again.`,
      );
      await queryClient.invalidateQueries();
    } catch (error) {
      toastError(error, 'The failed messages could not be sent again');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <SigningSecret />
      <Button variant="default" loading={busy} leftSection={<IconRefresh size={16} />} onClick={retry}>
        Retry failed messages
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
        title="Create signing secret"
        action="Create secret"
        onConfirm={renew}
      >
        Receivers use this secret to verify that a webhook comes from this appliance. Receivers with an
        earlier secret reject webhooks until you enter the new one there. The API documentation describes the
        verification under outbox.
      </ConfirmModal>
      {secret && (
        <SecretOnce title="Webhook signing secret" secret={secret} onClose={() => setSecret(null)}>
          Enter it in the systems that receive the webhooks.
        </SecretOnce>
      )}
    </>
  );
}
