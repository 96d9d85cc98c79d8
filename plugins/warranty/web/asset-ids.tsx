import { CloseButton, Group, Pill } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../../src/web/api/client.ts';
import { recordQuery } from '../../../src/web/api/queries.ts';
import type { RegisterRecord } from '../../../src/web/api/types.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import type {
  FieldRenderer,
  PluginFieldInputProps,
  PluginFieldValueProps,
} from '../../../src/web/plugin-parts.tsx';
import { RefSelect } from '../../../src/web/register/ref-select.tsx';
import type { CoveredAsset } from '../routes.ts';

const ASSETS = { path: '/assets', idfield: 'assetid', labelfield: 'assetnumber' };
/** Maximum number of assets that are listed by name. The others are only counted. */
const MAX_NAMED = 60;

const nameOf = ({ assetnumber, name }: RegisterRecord | CoveredAsset): string =>
  [assetnumber, name].filter(Boolean).join(' · ');

/** Lists the assets that a warranty covers, with links. */
function AssetsValue({ record }: PluginFieldValueProps) {
  const address = `/warranty/${record.warrantyid}/assets`;
  const { data = [] } = useQuery({
    queryKey: ['warranty-assets', address, record.modifieddate],
    queryFn: () => get<CoveredAsset[]>(address),
  });
  return (
    <ul>
      {data.slice(0, MAX_NAMED).map((asset) => (
        <li key={asset.assetid}>
          <AppLink to={`/assets/${asset.assetid}`}>{nameOf(asset)}</AppLink>
          {asset.location && <span className="mw-muted"> {asset.location}</span>}
        </li>
      ))}
      {data.length > MAX_NAMED && <li className="mw-muted">and {data.length - MAX_NAMED} more</li>}
    </ul>
  );
}

/** The input for covered assets. They are searched and added one by one. */
function AssetsInput({ field, value, error, onChange }: PluginFieldInputProps) {
  const ids = Array.isArray(value) ? (value as number[]) : [];
  const [turn, setTurn] = useState(0);
  const named = useQueries({ queries: ids.slice(0, MAX_NAMED).map((id) => recordQuery('/assets', id)) });
  const add = (id: string | null) => {
    if (id === null) return;
    if (!ids.includes(Number(id))) onChange([...ids, Number(id)]);
    // Remounts the select, so that it is empty for the next search.
    setTurn(turn + 1);
  };
  return (
    <div>
      <RefSelect
        key={turn}
        label={field.title}
        description="Search by number, name, serial number or address, and add all covered assets."
        placeholder="Add asset"
        error={error}
        source={ASSETS}
        value={null}
        describe={nameOf}
        onChange={add}
      />
      <Group gap={6} mt={6}>
        {ids.slice(0, MAX_NAMED).map((id, index) => {
          const asset = named[index]?.data;
          const label = asset ? nameOf(asset) : `Asset ${id}`;
          return (
            <Pill key={id} size="md">
              <Group gap={4} wrap="nowrap">
                {label}
                <CloseButton
                  size="xs"
                  aria-label={`Remove ${label}`}
                  onClick={() => onChange(ids.filter((other) => other !== id))}
                />
              </Group>
            </Pill>
          );
        })}
        {ids.length > MAX_NAMED && <span className="mw-muted">and {ids.length - MAX_NAMED} more</span>}
      </Group>
    </div>
  );
}

export const assetIds: FieldRenderer = { value: AssetsValue, input: AssetsInput };
