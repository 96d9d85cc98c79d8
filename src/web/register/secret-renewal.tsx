import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';

/** Replaces the secret of a record (`POST <address>/secret`) and shows the new one once. */
export function SecretRenewal({ address, label }: { address: string; label: string }) {
  const [asking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const renew = async () => {
    const { data } = await request<{ secret: string }>('POST', `${address}/secret`);
    setSecret(data.secret);
    await queryClient.invalidateQueries();
  };
  return (
    <>
      <Button variant="default" leftSection={<IconKey size={16} />} onClick={() => setAsking(true)}>
        New token
      </Button>
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Replace token of ${label}`}
        action="Replace token"
        danger
        onConfirm={renew}
      >
        The current token is revoked immediately. The device stops working until you enter the new token
        there.
      </ConfirmModal>
      {secret && (
        <SecretOnce withCode title={`New token of ${label}`} secret={secret} onClose={() => setSecret(null)}>
          The device signs in with this token.
        </SecretOnce>
      )}
    </>
  );
}
