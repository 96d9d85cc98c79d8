import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { relationshipLabel } from '../../../features/catalog/relationship-label.ts';
import { FieldErrors } from '../../api/api-error.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { RefSelect } from '../ref-select.tsx';

const ASSETS = { path: '/assets', idfield: 'assetid', labelfield: 'assetnumber' };

interface RelationshipType {
  relationshiptypeid: number;
  relationshiptype: string;
  isdirectional: boolean;
}

interface AddRelationshipModalProps {
  /** Preset type and direction of the relationship. */
  preset?: { relationshiptype: string; direction: RelationshipInput['direction'] };
  assetid: number;
  name: string;
  onClose: () => void;
}

interface RelationshipInput {
  typeid: string | null;
  direction: 'out' | 'in';
  peer: string | null;
  notes: string;
}

const EMPTY_INPUT: RelationshipInput = { typeid: null, direction: 'out', peer: null, notes: '' };

function describeAsset(record: RegisterRecord): string {
  const name = record.name && record.name !== record.assetnumber ? ` · ${record.name}` : '';
  return `${record.assetnumber}${name}`;
}

/** Relates another asset to this one, in either direction. */
export function AddRelationshipModal({ preset, assetid, name, onClose }: AddRelationshipModalProps) {
  const { data: types = [] } = useQuery({
    queryKey: ['relationshiptypes'],
    queryFn: () => get<RelationshipType[]>('/assets/relationshiptypes', { per_page: 100 }),
  });
  const knowntype = types.find((one) => one.relationshiptype === preset?.relationshiptype);
  const presetTypeid = knowntype ? String(knowntype.relationshiptypeid) : null;
  const form = useForm({
    initial: { ...EMPTY_INPUT, direction: preset?.direction ?? EMPTY_INPUT.direction },
    save: async (values) => {
      const body = toBody({ ...values, typeid: values.typeid ?? presetTypeid }, assetid);
      const answer = await request('POST', '/assets/relationships', { body });
      // The record, its graph and its other tabs also show the relationship.
      await queryClient.invalidateQueries();
      toastDone('Connection added.', answer.auditid);
      onClose();
    },
  });
  const { direction, peer } = form.values;
  const typeid = form.values.typeid ?? presetTypeid;
  const type = types.find((one) => String(one.relationshiptypeid) === typeid);
  return (
    <FormModal
      form={form}
      draft={`assets/${assetid}/relationships/new`}
      title={`Add connection to ${name}`}
      action="Add"
      onClose={onClose}
    >
      <Select
        label="Type"
        data-autofocus={!preset || undefined}
        data={types.map((one) => ({
          value: String(one.relationshiptypeid),
          label: relationshipLabel({ ...one, direction: 'out' }),
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
            label: relationshipLabel({ ...type, direction: way }),
          }))}
        />
      )}
      <RefSelect
        label="Other asset"
        data-autofocus={preset !== undefined || undefined}
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

function toBody({ typeid, direction, peer, notes }: RelationshipInput, assetid: number) {
  if (!typeid) throw new FieldErrors({ typeid: 'Choose a type.' });
  if (!peer) throw new FieldErrors({ peer: 'Choose the other asset.' });
  const [sourceassetid, targetassetid] =
    direction === 'out' ? [assetid, Number(peer)] : [Number(peer), assetid];
  return { sourceassetid, targetassetid, relationshiptypeid: Number(typeid), notes: notes || undefined };
}
