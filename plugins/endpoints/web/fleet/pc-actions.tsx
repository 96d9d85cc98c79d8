import { Button } from '@mantine/core';
import { IconLock, IconLockOpen, IconShieldOff, IconShieldPlus, IconTerminal } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../../../src/web/api/client.ts';
import { useMe } from '../../../../src/web/api/queries.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { ConfirmModal } from '../../../../src/web/parts/confirm-modal.tsx';
import { toastDone, toastError } from '../../../../src/web/parts/toasts.tsx';
import { RunButton } from '../commands/run-button.tsx';
import { hasProfilePermission, pcNameOf } from '../labels.ts';
import { LockModal } from './lock-modal.tsx';
import type { Status } from './pc-queries.ts';
import { RevokeModal } from './revoke-modal.tsx';

type OpenModal = 'lock' | 'revoke' | 'allow' | null;

/** Shows the actions that the user may perform on a PC in its present state. */
export function PcActions({ status }: { status: Status }) {
  const me = useMe();
  const [open, setOpen] = useState<OpenModal>(null);
  const close = () => setOpen(null);
  const name = pcNameOf(status);
  const unlock = async () => {
    try {
      await request('DELETE', `/endpoints/asset/${status.assetid}/lock`);
      await queryClient.invalidateQueries();
      toastDone(`${name} is unlocked.`);
    } catch (error) {
      toastError(error);
    }
  };
  const allow = async () => {
    await request('POST', `/endpoints/assets/${status.assetid}/allow-reenroll`);
    await queryClient.invalidateQueries();
    toastDone(`${name} can enroll again.`);
  };
  return (
    <>
      {hasProfilePermission(me, 'endpoints.lock') &&
        (status.lock ? (
          <Button variant="default" leftSection={<IconLockOpen size={16} />} onClick={() => void unlock()}>
            Unlock
          </Button>
        ) : (
          <Button variant="default" leftSection={<IconLock size={16} />} onClick={() => setOpen('lock')}>
            Lock
          </Button>
        ))}
      {me?.isadmin && status.block && (
        <Button variant="default" leftSection={<IconShieldPlus size={16} />} onClick={() => setOpen('allow')}>
          Allow enrollment
        </Button>
      )}
      {me?.isadmin && (status.credential || !status.block) && (
        <Button variant="default" leftSection={<IconShieldOff size={16} />} onClick={() => setOpen('revoke')}>
          {status.credential ? 'Revoke' : 'Block enrollment'}
        </Button>
      )}
      <RunButton status={status} icon={IconTerminal}>
        Run command
      </RunButton>
      {open === 'lock' && <LockModal pc={status} onClose={close} />}
      {open === 'revoke' && <RevokeModal status={status} onClose={close} />}
      <ConfirmModal
        opened={open === 'allow'}
        onClose={close}
        title={`Allow enrollment of ${name}`}
        action="Allow"
        onConfirm={allow}
      >
        The next request of the agent is handled as for any PC. With the shared key it enrolls automatically,
        otherwise it waits for approval.
      </ConfirmModal>
    </>
  );
}
