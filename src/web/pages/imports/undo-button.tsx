import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportSummary } from '../../../features/imports/schemas.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { describeUndo } from './import-counts.ts';
import { undoImport } from './undo-import.ts';

interface UndoButtonProps {
  record: ImportSummary;
  compact?: boolean;
  onDone?: () => void;
}

/** Undoes a whole import after a confirmation. */
export function UndoButton({ record, compact, onDone }: UndoButtonProps) {
  const [asking, setAsking] = useState(false);
  const undo = async () => {
    await undoImport(record);
    onDone?.();
  };
  return (
    <>
      <Button
        variant="default"
        size={compact ? 'compact-sm' : 'sm'}
        leftSection={<IconArrowBackUp size={14} />}
        aria-label={`Undo import of ${record.filename}`}
        onClick={() => setAsking(true)}
      >
        Undo
      </Button>
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Undo import of ${record.filename}`}
        action="Undo import"
        danger
        onConfirm={undo}
      >
        {describeUndo(record.counts)} If a record has changed again, nothing is undone, and the conflicts are
        listed.
      </ConfirmModal>
    </>
  );
}
