import { Button } from '@mantine/core';
import { IconTerminal } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '../../../../src/web/api/queries.ts';
import { SmallButton } from '../../../../src/web/parts/small-button.tsx';
import { toastError } from '../../../../src/web/parts/toasts.tsx';
import type { SelectionActionProps } from '../../../../src/web/plugin-parts.tsx';
import { RunModal } from '../commands/run-modal.tsx';
import { type FleetRow, mayIssue } from '../labels.ts';
import { listMatchingPcs, listSelectedPcs } from './selected-pcs.ts';

/** Runs a command on PCs that the user chooses in the dialog. */
export function RunOnScope() {
  const [isOpen, setOpen] = useState(false);
  if (!mayIssue(useMe())) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTerminal size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Run command
      </Button>
      {isOpen && <RunModal target="scope" onClose={() => setOpen(false)} />}
    </>
  );
}

/** Runs a command on the selected PCs, or on all that match. */
export function RunOnSelection({ records, everything }: SelectionActionProps) {
  const [isBusy, setBusy] = useState(false);
  const [target, setTarget] = useState<FleetRow[] | null>(null);
  const run = async () => {
    setBusy(true);
    try {
      setTarget(await (everything ? listMatchingPcs(everything.state) : listSelectedPcs(records)));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <SmallButton icon={IconTerminal} loading={isBusy} onClick={() => void run()}>
        Run command
      </SmallButton>
      {target && <RunModal target={target} onClose={() => setTarget(null)} />}
    </>
  );
}
