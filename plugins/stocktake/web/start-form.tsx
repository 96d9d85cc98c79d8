import { Button, Group, MultiSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TreeBranch } from '../../../src/kit/resource/tree.ts';
import { get, request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { useNavigateTo } from '../../../src/web/parts/app-link.tsx';
import { Form } from '../../../src/web/parts/form.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import { formatCount, type Stocktake } from './data.ts';

interface AssetType {
  assettypeid: number;
  assettype: string;
}

/** Shows the form that starts a stocktake. It shows how many assets are expected at the chosen location. */
export function StartForm({ onClose }: { onClose: () => void }) {
  const go = useNavigateTo();
  const form = useForm({
    initial: { locationid: null as number | null, assettypeids: [] as string[], note: '' },
    save: async ({ locationid, assettypeids, note }) => {
      const types = assettypeids.map(Number);
      const body = { locationid, note: note || null, assettypeids: types.length > 0 ? types : null };
      const { data } = await request<Stocktake>('POST', '/stocktakes', { body });
      await queryClient.invalidateQueries({ queryKey: ['stocktakes'] });
      go(`/stocktake/${data.stocktakeid}`);
    },
  });
  const types = useQuery({
    queryKey: ['stocktake-types'],
    queryFn: () => get<AssetType[]>('/assets/types', { per_page: 100 }),
  });
  const { locationid, assettypeids } = form.values;
  const expected = useExpected(locationid, assettypeids);
  return (
    <section className="mw-card mw-card-pad" aria-label="Start" style={{ marginBottom: 16 }}>
      <Form form={form}>
        <PlaceTree chosen={locationid} onChoose={(id) => form.set('locationid', id)} />
        <MultiSelect
          size="md"
          label="Asset types"
          placeholder={assettypeids.length === 0 ? 'All types' : undefined}
          searchable
          clearable
          data={(types.data ?? []).map(({ assettypeid, assettype }) => ({
            value: String(assettypeid),
            label: assettype,
          }))}
          value={assettypeids}
          onChange={(value) => form.set('assettypeids', value)}
        />
        <TextInput size="md" label="Note" {...form.text('note')} />
        <Text role="status">
          {locationid === null
            ? 'Choose a location.'
            : expected === undefined
              ? 'Counting …'
              : `${formatCount(expected, 'asset')} expected there.`}
        </Text>
        <Group gap="sm" grow>
          <Button size="md" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="md" type="submit" loading={form.busy} disabled={locationid === null}>
            Start
          </Button>
        </Group>
      </Form>
    </section>
  );
}

function useExpected(locationid: number | null, types: readonly string[]): number | undefined {
  const { data } = useQuery({
    queryKey: ['stocktake-expected', locationid, types],
    enabled: locationid !== null,
    queryFn: async () => {
      const typeids = types.length > 0 ? types : [undefined];
      const pages = await Promise.all(
        typeids.map((typeid) => request('GET', '/assets', { query: { locationid, typeid, per_page: 1 } })),
      );
      return pages.reduce((sum, { pagination }) => sum + (pagination?.total ?? 0), 0);
    },
  });
  return data;
}

/** Shows the tree of locations. The text of the input filters it. */
function PlaceTree({ chosen, onChoose }: { chosen: number | null; onChoose: (id: number) => void }) {
  const [text, setText] = useState('');
  const { data } = useQuery({
    queryKey: ['list', '/locations', 'tree'],
    queryFn: () => get<TreeBranch[]>('/locations/tree'),
  });
  const shown = (data ?? []).filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <div>
      <TextInput
        size="md"
        label="Location"
        description="Includes all locations within it."
        placeholder="Find a location"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        mb={8}
      />
      <div className="mw-stocktake-tree">
        {shown.map(({ id, name, depth, within }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === chosen}
            style={{ paddingLeft: 12 + (text ? 0 : Math.min(depth, 6) * 20) }}
            onClick={() => onChoose(id)}
          >
            <span>{name}</span>
            <span className="mw-muted">{formatCount(within, 'asset')}</span>
          </button>
        ))}
        {data && shown.length === 0 && (
          <p className="mw-muted mw-card-pad">
            {data.length === 0
              ? 'There are no locations yet. Add them under Locations.'
              : 'No location matches.'}
          </p>
        )}
      </div>
    </div>
  );
}
