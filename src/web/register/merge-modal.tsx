import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { request } from '../api/client.ts';
import { useRegisters } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { Failure } from '../parts/failure.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { RefSelect } from './ref-select.tsx';
import { recordId, recordLabel } from './resolve.ts';

interface MergeResult {
  into: number;
  references: Record<string, number>;
}

interface MergeModalProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
  onClose: () => void;
}

const COUNT = new Intl.NumberFormat('en');

/**
 * Merges the record into another one of its register. Lets the user choose that one and shows what will move.
 */
export function MergeModal({ register, record, onClose }: MergeModalProps) {
  const go = useNavigateTo();
  const [into, setInto] = useState<{ id: string; label: string } | null>(null);
  const label = recordLabel(register, record);
  const path = `${register.path}/${recordId(register, record)}/merge`;
  const preview = useQuery({
    queryKey: ['merge', path, into?.id],
    queryFn: async () =>
      (await request<MergeResult>('POST', path, { body: { into: Number(into!.id), dryrun: true } })).data,
    enabled: into !== null,
    retry: false,
    gcTime: 0,
  });
  const merge = async () => {
    const answer = await request<MergeResult>('POST', path, { body: { into: Number(into!.id) } });
    go(`${register.path}/${into!.id}`, { replace: true });
    const isGone = (key: readonly unknown[]) =>
      key[0] === 'merge' || (key[1] === register.path && key[2] === recordId(register, record));
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isGone(queryKey) });
    toastDone(`${label} merged into ${into!.label}`, answer.auditid);
  };
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={`Merge ${label}`}
      action="Merge"
      disabled={!preview.data}
      onConfirm={merge}
    >
      <RefSelect
        source={register}
        label={`Merge into ${toSentenceForm(register.titleone)}`}
        value={into?.id ?? null}
        onChange={(id, name) => setInto(id === null ? null : { id, label: name })}
        data-autofocus
      />
      {preview.error && <Failure>{preview.error.message}</Failure>}
      {preview.data && <MovedRecords label={label} into={into!.label} references={preview.data.references} />}
    </ConfirmModal>
  );
}

interface MovedRecordsProps extends Pick<MergeResult, 'references'> {
  label: string;
  into: string;
}

function MovedRecords({ label, into, references }: MovedRecordsProps) {
  const registers = useRegisters();
  const kinds = Object.entries(references).map(([name, n]) => {
    const list = registers.find((one) => one.name === name);
    const title = list ? toSentenceForm(n === 1 ? list.titleone : list.title) : name;
    return `${COUNT.format(n)} ${title}`;
  });
  return (
    <p>
      {kinds.length === 0 ? 'No records refer to it' : `${kinds.join(', ')} will refer to ${into} instead`}.
      Values that only {label} has are copied to {into}; then {label} is deleted. Agents and imports that use
      the name {label} will refer to {into}
      {into.endsWith('.') ? '' : '.'} You can undo the merge.
    </p>
  );
}
