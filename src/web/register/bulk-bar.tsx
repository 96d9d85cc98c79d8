import { Button, CloseButton } from '@mantine/core';
import { IconArchive, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { RegisterDescriptor } from '../../resource/descriptor.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { BulkEditModal } from './bulk-edit-modal.tsx';
import {
  type BulkTarget,
  canTakeAll,
  changeAssets,
  deleteRecords,
  targetOfList,
  targetOfRecords,
} from './bulk-scope.ts';
import type { ListState } from './list-state.ts';
import { recordLabel } from './resolve.ts';
import { isKept } from './rights.ts';

interface BulkBarProps {
  register: RegisterDescriptor;
  records: RegisterRecord[];
  /** Every row of this page is selected. */
  fullpage: boolean;
  /** Rows on all pages. */
  total: number;
  state: ListState;
  onDone: () => void;
}

const NAMED = 5;
const COUNT = new Intl.NumberFormat();

/** What can be done with the selected rows, or with everything that matches. */
export function BulkBar({ register, records, fullpage, total, state, onDone }: BulkBarProps) {
  const [open, setOpen] = useState<'edit' | 'deactivate' | null>(null);
  const [wanted, setWanted] = useState(false);
  const extendable = fullpage && total > records.length && canTakeAll(register);
  const everything = wanted && extendable;
  const count = everything ? total : records.length;
  const many = `${COUNT.format(count)} ${(count === 1 ? register.titleone : register.title).toLowerCase()}`;
  const target = everything ? targetOfList(state) : targetOfRecords(records);
  return (
    <section className="mw-bulk" aria-label="Selected rows">
      <strong role="status">{COUNT.format(count)} selected</strong>
      {extendable && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWanted(!wanted)}>
          {everything ? 'Only this page' : `Select all ${COUNT.format(total)} matching`}
        </Button>
      )}
      {register.isasset && register.can.edit && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPencil size={14} />}
          onClick={() => setOpen('edit')}
        >
          Change
        </Button>
      )}
      {register.can.delete && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArchive size={14} />}
          onClick={() => setOpen('deactivate')}
        >
          {isKept(register) ? 'Deactivate' : 'Delete'}
        </Button>
      )}
      <CloseButton size="sm" ml="auto" aria-label="Clear the selection" onClick={onDone} />
      {open === 'edit' && (
        <BulkEditModal
          register={register}
          target={target}
          count={count}
          onClose={() => setOpen(null)}
          onDone={onDone}
        />
      )}
      <RemoveMany
        register={register}
        records={records}
        target={target}
        many={many}
        everything={everything}
        opened={open === 'deactivate'}
        onClose={() => setOpen(null)}
        onDone={onDone}
      />
    </section>
  );
}

interface RemoveManyProps {
  register: RegisterDescriptor;
  records: RegisterRecord[];
  target: BulkTarget;
  /** `12 vendors` */
  many: string;
  everything: boolean;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Assets go in one request; other registers one by one, told as they go. */
function RemoveMany(props: RemoveManyProps) {
  const { register, records, target, many, everything, opened, onClose, onDone } = props;
  const [progress, setProgress] = useState(0);
  const kept = isKept(register);
  const verb = kept ? 'Deactivate' : 'Delete';
  const remove = async () => {
    try {
      const answer = register.isasset ? await changeAssets(target, { isactive: false }) : null;
      if (!answer) await deleteRecords(register, records, setProgress);
      toastDone(`${many} ${kept ? 'deactivated' : 'deleted'}.`, answer?.auditid);
      onDone();
    } finally {
      setProgress(0);
      await queryClient.invalidateQueries();
    }
  };
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title={`${verb} ${many}?`}
      action={progress ? `${progress} of ${records.length}` : verb}
      danger
      onConfirm={remove}
    >
      <p>
        {everything
          ? 'Everything that the list shows now, on all its pages.'
          : records
              .slice(0, NAMED)
              .map((record) => recordLabel(register, record))
              .join(', ')}
        {!everything && records.length > NAMED && ` and ${records.length - NAMED} more`}
      </p>
      <p style={{ marginTop: 8 }}>
        {kept
          ? 'They leave the lists but keep their history, and can be restored.'
          : 'They are removed for good. Those that are still in use are refused.'}
      </p>
    </ConfirmModal>
  );
}
