import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FieldErrors } from '../../api/api-error.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { RefSelect } from '../ref-select.tsx';
import { relationshipWord } from './relationship-words.ts';

const ASSETS = { path: '/assets', idfield: 'assetid', labelfield: 'assetnumber' };

interface RelationshipType {
  relationshiptypeid: number;
  relationshiptype: string;
  isdirectional: boolean;
}

interface AddRelationshipModalProps {
  assetid: number;
  name: string;
  onClose: () => void;
}

interface Tie {
  typeid: string | null;
  direction: 'out' | 'in';
  peer: string | null;
  notes: string;
}

const NO_TIE: Tie = { typeid: null, direction: 'out', peer: null, notes: '' };

function describeAsset(record: RegisterRecord): string {
  const name = record.name && record.name !== record.assetnumber ? ` · ${record.name}` : '';
  return `${record.assetnumber}${name}`;
}

/** Ties another asset to this one, in either direction. */
export function AddRelationshipModal({ assetid, name, onClose }: AddRelationshipModalProps) {
  const { data: types = [] } = useQuery({
    queryKey: ['relationshiptypes'],
    queryFn: () => get<RelationshipType[]>('/assets/relationshiptypes', { per_page: 100 }),
  });
  const form = useForm({
    initial: NO_TIE,
    save: async (tie) => {
      const answer = await request('POST', '/assets/relationships', { body: tieBody(tie, assetid) });
      await queryClient.invalidateQueries({ queryKey: ['relationships'] });
      toastDone('Relationship added.', answer.auditid);
      onClose();
    },
  });
  const { typeid, direction, peer } = form.values;
  const type = types.find((one) => String(one.relationshiptypeid) === typeid);
  return (
    <FormModal form={form} title={`Tie ${name} to another asset`} action="Add" onClose={onClose}>
      <Select
        label="How"
        data-autofocus
        data={types.map((one) => ({
          value: String(one.relationshiptypeid),
          label: relationshipWord({ ...one, direction: 'out' }),
        }))}
        value={typeid}
        onChange={(id) => form.set('typeid', id)}
        error={form.errors.typeid}
      />
      {type?.isdirectional && (
        <SegmentedControl
          fullWidth
          aria-label="Direction"
          value={direction}
          onChange={(value) => form.set('direction', value)}
          data={(['out', 'in'] as const).map((way) => ({
            value: way,
            label: relationshipWord({ ...type, direction: way }),
          }))}
        />
      )}
      <RefSelect
        label="Other asset"
        placeholder="Number, name or serial"
        source={ASSETS}
        describe={describeAsset}
        value={peer}
        onChange={(id) => form.set('peer', id)}
        error={form.errors.peer}
      />
      <TextInput label="Notes" maxLength={255} {...form.text('notes')} />
    </FormModal>
  );
}

function tieBody({ typeid, direction, peer, notes }: Tie, assetid: number) {
  if (!typeid) throw new FieldErrors({ typeid: 'Choose how they are tied.' });
  if (!peer) throw new FieldErrors({ peer: 'Choose the other asset.' });
  const [sourceassetid, targetassetid] =
    direction === 'out' ? [assetid, Number(peer)] : [Number(peer), assetid];
  return { sourceassetid, targetassetid, relationshiptypeid: Number(typeid), notes: notes || undefined };
}
