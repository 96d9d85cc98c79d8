import { Button } from '@mantine/core';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { Warning } from '../parts/warning.tsx';

/** Asks an admin to confirm that the restored appliance is the active one. */
export function ResumeDeliveries() {
  const [asking, setAsking] = useState(false);
  return (
    <div className="mw-held-back">
      <Warning>
        This appliance was restored from a backup. Mail, webhooks and commands for PCs are paused. Resume them
        when this appliance replaces the original.{' '}
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          Resume deliveries
        </Button>
      </Warning>
      <ResumeModal opened={asking} onClose={() => setAsking(false)} />
    </div>
  );
}

function ResumeModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const resume = async () => {
    const { data } = await request<{ released: number }>('POST', '/backups/continue');
    toastDone(
      data.released === 0
        ? 'Deliveries resumed. Nothing was waiting.'
        : `Deliveries resumed. ${data.released} waiting mails and webhooks are sent now.`,
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
      title="Resume deliveries"
      action="Resume"
      onConfirm={resume}
    >
      <p>
        This appliance sends mail, webhooks and commands for PCs again, beginning with those since the
        restore.
      </p>
      <p>
        If the original appliance still runs, stop it first. Otherwise recipients get every message twice.
      </p>
    </ConfirmModal>
  );
}
