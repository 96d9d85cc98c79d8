import { Button, Group, Modal, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';
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

function describeAsset(record: RegisterRecord): string {
  const name = record.name && record.name !== record.assetnumber ? ` · ${record.name}` : '';
  return `${record.assetnumber}${name}`;
}

/** Ties another asset to this one, in either direction. */
export function AddRelationshipModal({ assetid, name, onClose }: AddRelationshipModalProps) {
  const [typeid, setTypeid] = useState<string | null>(null);
  const [direction, setDirection] = useState<'out' | 'in'>('out');
  const [peer, setPeer] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const { data: types = [] } = useQuery({
    queryKey: ['relationshiptypes'],
    queryFn: () => get<RelationshipType[]>('/assets/relationshiptypes', { per_page: 100 }),
  });
  const type = types.find((one) => String(one.relationshiptypeid) === typeid);
  const word = (way: 'out' | 'in') => (type ? relationshipWord({ ...type, direction: way }) : '');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!type) return setErrors({ relationshiptypeid: 'Choose how they are tied.' });
    if (!peer) return setErrors({ peer: 'Choose the other asset.' });
    const [source, target] = direction === 'out' ? [assetid, Number(peer)] : [Number(peer), assetid];
    const notes = String(new FormData(event.currentTarget).get('notes') ?? '') || undefined;
    setBusy(true);
    try {
      const body = {
        sourceassetid: source,
        targetassetid: target,
        relationshiptypeid: type.relationshiptypeid,
        notes,
      };
      const answer = await request('POST', '/assets/relationships', { body });
      await queryClient.invalidateQueries({ queryKey: ['relationships'] });
      toastDone('Relationship added.', answer.auditid);
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setErrors({ ...error.fielderrors, peer: error.message });
      else toastError(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Tie ${name} to another asset`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Select
            label="How"
            data-autofocus
            data={types.map((one) => ({
              value: String(one.relationshiptypeid),
              label: relationshipWord({ ...one, direction: 'out' }),
            }))}
            value={typeid}
            onChange={setTypeid}
            error={errors.relationshiptypeid}
          />
          {type?.isdirectional && (
            <SegmentedControl
              fullWidth
              aria-label="Direction"
              value={direction}
              onChange={(value) => setDirection(value as 'out' | 'in')}
              data={[
                { value: 'out', label: word('out') },
                { value: 'in', label: word('in') },
              ]}
            />
          )}
          <RefSelect
            label="Other asset"
            placeholder="Number, name or serial"
            source={ASSETS}
            describe={describeAsset}
            value={peer}
            onChange={setPeer}
            error={errors.peer}
          />
          <TextInput name="notes" label="Notes" maxLength={255} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
