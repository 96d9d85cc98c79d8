import { Button } from '@mantine/core';
import { IconMapPinCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { toastDone, toastError, toastUndoable, undoChange } from '../../../src/web/parts/toasts.tsx';
import type { Stocktake } from './data.ts';

interface MoveButtonProps {
  asset: { assetid: number; assetnumber: string };
  stocktake: Stocktake;
  onMoved: (isMoved: boolean) => void;
}

/** Moves an unexpected asset to the location of the stocktake, without waiting for its end. */
export function MoveButton({ asset, stocktake, onMoved }: MoveButtonProps) {
  const [busy, setBusy] = useState(false);
  const { locationid, location } = stocktake;
  const move = async () => {
    setBusy(true);
    try {
      const { auditid } = await request('PUT', `/assets/${asset.assetid}`, { body: { locationid } });
      onMoved(true);
      const message = `${asset.assetnumber} moved to ${location}.`;
      if (auditid) toastUndoable(message, () => undoChange(auditid).then(() => onMoved(false)));
      else toastDone(message);
      await queryClient.invalidateQueries({ queryKey: ['record'] });
    } catch (error) {
      toastError(error, `${asset.assetnumber} was not moved`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="sm"
      h={44}
      variant="light"
      loading={busy}
      leftSection={<IconMapPinCheck size={18} aria-hidden />}
      onClick={() => void move()}
    >
      Move here
    </Button>
  );
}
