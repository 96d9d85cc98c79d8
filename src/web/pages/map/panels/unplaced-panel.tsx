import { Button, Pagination, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconGripVertical, IconMapPinPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnplacedAsset } from '../../../../features/map/schemas.ts';
import { ErrorView } from '../../../parts/error-view.tsx';
import { RegisterIcon } from '../../../parts/register-icon.tsx';
import { SkeletonRows } from '../../../parts/skeletons.tsx';
import { DRAGGED_ASSET } from '../floor-canvas.tsx';
import { useFloorTools } from '../floor-tools.ts';
import { unplacedQuery } from '../map-queries.ts';

/** Assets that no level shows, to be dragged or clicked onto this one. */
export function UnplacedPanel() {
  const { level, mayedit } = useFloorTools();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 150);
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery({
    ...unplacedQuery(asked, page),
    placeholderData: keepPreviousData,
  });
  const total = data?.pagination?.total ?? 0;
  const canplace = mayedit && level.width !== null;
  return (
    <div className="mw-map-pad">
      {canplace && (
        <p className="mw-muted">
          Drag a pin to where the asset stands. What is not on the map yet waits below: drag it onto the
          drawing, or press Place.
        </p>
      )}
      {mayedit && level.width === null && (
        <p className="mw-muted">This level needs a drawing before anything can be placed on it.</p>
      )}
      <TextInput
        aria-label="Search what is not on the map"
        placeholder="Search or scan"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setPage(1);
        }}
      />
      <h3>
        Not on the map <span className="mw-muted">{total.toLocaleString()}</span>
      </h3>
      {isPending && <SkeletonRows rows={5} />}
      {error && <ErrorView error={error} retry={refetch} />}
      {data && total === 0 && (
        <p className="mw-muted">{asked ? 'Nothing matches.' : 'Everything has its place.'}</p>
      )}
      <ul className="mw-map-rows">
        {data?.data.map((asset) => (
          <UnplacedRow key={asset.assetid} asset={asset} canplace={canplace} />
        ))}
      </ul>
      {(data?.pagination?.pages ?? 0) > 1 && (
        <Pagination
          size="sm"
          value={page}
          onChange={setPage}
          total={data?.pagination?.pages ?? 1}
          siblings={0}
        />
      )}
    </div>
  );
}

function UnplacedRow({ asset, canplace }: { asset: UnplacedAsset; canplace: boolean }) {
  const { aim, put } = useFloorTools();
  const { assetnumber } = asset;
  const note =
    asset.level === 'unknown' ? 'Has a position on an unknown level' : (asset.name ?? asset.assettype);
  return (
    <li
      className="mw-map-row"
      draggable={canplace}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED_ASSET, JSON.stringify(asset));
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      {canplace && <IconGripVertical size={16} className="mw-muted" aria-hidden />}
      <RegisterIcon name={asset.icon} />
      <span className="mw-hit-text">
        <span>{assetnumber}</span>
        <small>{note}</small>
      </span>
      {canplace && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconMapPinPlus size={14} />}
          aria-label={`Place ${assetnumber}`}
          onClick={() =>
            aim({ hint: `Click where ${assetnumber} stands.`, answer: (place) => void put(asset, place) })
          }
        >
          Place
        </Button>
      )}
    </li>
  );
}
