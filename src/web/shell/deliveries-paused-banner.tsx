import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { capabilitiesQuery, useSignedIn } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { Warning } from '../parts/warning.tsx';

/**
 * Shows a banner on every page of an admin until an admin confirms that the restored appliance is the active
 * one.
 */
export function DeliveriesPausedBanner() {
  const isHeld = useQuery(capabilitiesQuery(useSignedIn())).data?.goon === true;
  const [asking, setAsking] = useState(false);
  if (!isHeld) return null;
  return (
    <div className="mw-held-back">
      <Warning>
        This appliance was restored from a backup. No mail, no webhook and no command for PCs goes out until
        you say that it is the one that goes on.{' '}
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          This one goes on
        </Button>
      </Warning>
      <GoOnModal opened={asking} onClose={() => setAsking(false)} />
    </div>
  );
}

function GoOnModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const goOn = async () => {
    const { data } = await request<{ released: number }>('POST', '/backups/continue');
    toastDone(
      data.released === 0
        ? 'This appliance goes on. Nothing was waiting.'
        : `This appliance goes on. ${data.released} waiting mails and webhooks go out now.`,
    );
    await Promise.all(
      [['capabilities'], ['dashboard'], ['appliance']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title="Does this appliance go on?"
      action="This one goes on"
      onConfirm={goOn}
    >
      <p>
        From now on it tells people and other systems what happens, beginning with what came up since the
        restore.
      </p>
      <p>
        If the appliance of which this is a copy still runs, stop it first: people would hear everything
        twice.
      </p>
    </ConfirmModal>
  );
}
