import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '../../../../src/web/api/queries.ts';
import type { Action } from '../../actions.ts';
import type { Status } from '../fleet/pc-queries.ts';
import { RunModal } from './run-modal.tsx';
import { listOfferedActions } from './run-values.ts';

interface RunButtonProps extends ButtonProps {
  status: Status;
  icon: TablerIcon;
  /** The only action of the button. Without it, the user chooses one in the dialog. */
  action?: Action;
}

/**
 * Opens the command dialog for one PC, for users who may issue commands. When the PC is locked, the button is
 * disabled and shows the user who locked it.
 */
export function RunButton({ status, icon: Icon, action, ...look }: RunButtonProps) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const choices = listOfferedActions(me);
  if (action ? !choices.includes(action) : choices.length === 0) return null;
  const { lock } = status;
  return (
    <>
      <Tooltip label={`${lock?.lockedby} locked this PC`} disabled={!lock}>
        <Button
          leftSection={<Icon size={16} aria-hidden />}
          {...look}
          aria-disabled={lock !== null}
          data-disabled={lock !== null || undefined}
          onClick={() => lock === null && setOpen(true)}
        />
      </Tooltip>
      {isOpen && (
        <RunModal target={[status]} status={status} action={action} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
