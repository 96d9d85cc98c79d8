import { Button, CloseButton } from '@mantine/core';
import { IconArchive, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { RegisterDescriptor } from '../../resource/descriptor.ts';
import { request } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { BulkEditModal } from './bulk-edit-modal.tsx';
import { recordId, recordLabel } from './resolve.ts';

interface BulkBarProps {
  register: RegisterDescriptor;
  records: RegisterRecord[];
  onDone: () => void;
}

const NAMED = 5;

/** What can be done with the selected rows. */
export function BulkBar({ register, records, onDone }: BulkBarProps) {
  const [open, setOpen] = useState<'edit' | 'deactivate' | null>(null);
  const [progress, setProgress] = useState(0);
  const verb = register.softdelete ? 'Deactivate' : 'Delete';
  const many = `${records.length} ${records.length === 1 ? register.titleone.toLowerCase() : register.title.toLowerCase()}`;
  const remove = async () => {
    const auditid = await removeRecords(register, records, setProgress);
    await queryClient.invalidateQueries();
    toastDone(`${many} ${register.softdelete ? 'deactivated' : 'deleted'}.`, auditid);
    onDone();
  };
  return (
    <section className="mw-bulk" aria-label="Selected rows">
      <strong role="status">{records.length} selected</strong>
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
          {verb}
        </Button>
      )}
      <CloseButton size="sm" ml="auto" aria-label="Clear the selection" onClick={onDone} />
      {open === 'edit' && (
        <BulkEditModal register={register} records={records} onClose={() => setOpen(null)} onDone={onDone} />
      )}
      <ConfirmModal
        opened={open === 'deactivate'}
        onClose={() => setOpen(null)}
        title={`${verb} ${many}?`}
        action={progress ? `${progress} of ${records.length}` : verb}
        danger
        onConfirm={remove}
      >
        <p>
          {records
            .slice(0, NAMED)
            .map((record) => recordLabel(register, record))
            .join(', ')}
          {records.length > NAMED && ` and ${records.length - NAMED} more`}
        </p>
        <p style={{ marginTop: 8 }}>
          {register.softdelete
            ? 'They leave the lists but keep their history, and can be restored.'
            : 'They are removed for good. Those that are still in use are refused.'}
        </p>
      </ConfirmModal>
    </section>
  );
}

/** Assets go in one request; other registers one by one, told as they go. */
async function removeRecords(
  register: RegisterDescriptor,
  records: RegisterRecord[],
  tell: (done: number) => void,
) {
  if (register.isasset) {
    const body = { ids: records.map((record) => record.assetid), changes: { isactive: false } };
    return (await request('PATCH', '/assets/bulk', { body })).auditid;
  }
  let done = 0;
  for (const record of records) {
    await request('DELETE', `${register.path}/${recordId(register, record)}`);
    tell(++done);
  }
  return null;
}
