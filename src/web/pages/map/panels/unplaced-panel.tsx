import { useDebouncedValue } from '@mantine/hooks';
import { IconGripVertical, IconMapPinPlus, IconMapPins } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { UnplacedAsset } from '../../../../features/map/schemas.ts';
import { ErrorView } from '../../../parts/error-view.tsx';
import { Pager } from '../../../parts/pager.tsx';
import { RegisterIcon } from '../../../parts/register-icon.tsx';
import { SearchBox } from '../../../parts/search-box.tsx';
import { SkeletonRows } from '../../../parts/skeletons.tsx';
import { SmallButton } from '../../../parts/small-button.tsx';
import { DRAGGED_ASSET } from '../floor-canvas.tsx';
import { canPlace, placeByClick, placeInTurn, useFloorTools } from '../floor-tools.ts';
import { unplacedQuery } from '../map-queries.ts';

/** Lists the assets without a position, to drag or click onto this level. */
export function UnplacedPanel() {
  const tools = useFloorTools();
  const { level, mayedit } = tools;
  // The page of an asset links here with its number.
  const { find = '' } = useLocation().search as Record<string, string>;
  const [search, setSearch] = useState(find);
  const [debouncedText] = useDebouncedValue(search.trim(), 150);
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery({
    ...unplacedQuery(debouncedText, page),
    placeholderData: keepPreviousData,
  });
  const total = data?.pagination?.total ?? 0;
  const canplace = canPlace(tools);
  return (
    <div className="mw-map-pad">
      {canplace && (
        <p className="mw-muted">
          Drag a pin to move it. To place an asset of the list below, drag it onto the floor plan or select
          Place. Place several asks for one position after the other.
        </p>
      )}
      {mayedit && level.width === null && (
        <p className="mw-muted">Upload the floor plan of this level before you place assets.</p>
      )}
      <SearchBox
        label="Search unplaced assets"
        placeholder="Search or scan"
        value={search}
        onChange={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      <h3>
        Not on the floor plan <span className="mw-muted">{total.toLocaleString('en')}</span>
      </h3>
      {canplace && total > 1 && (
        <SmallButton icon={IconMapPins} onClick={() => placeInTurn(tools, data!.data)}>
          Place several
        </SmallButton>
      )}
      {isPending && <SkeletonRows rows={5} />}
      {error && <ErrorView error={error} retry={refetch} />}
      {data && total === 0 && (
        <p className="mw-muted">{debouncedText ? 'No assets match.' : 'All assets are on a floor plan.'}</p>
      )}
      <ul className="mw-map-rows">
        {data?.data.map((asset) => (
          <UnplacedRow key={asset.assetid} asset={asset} canplace={canplace} />
        ))}
      </ul>
      <Pager info={data?.pagination} onPage={setPage} siblings={0} />
    </div>
  );
}

function UnplacedRow({ asset, canplace }: { asset: UnplacedAsset; canplace: boolean }) {
  const tools = useFloorTools();
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
        <SmallButton
          icon={IconMapPinPlus}
          aria-label={`Place ${assetnumber}`}
          onClick={() => placeByClick(tools, asset)}
        >
          Place
        </SmallButton>
      )}
    </li>
  );
}
