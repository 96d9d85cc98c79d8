import { Combobox, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MapMarker } from '../../../features/map/schemas.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { toastError } from '../../parts/toasts.tsx';
import { canPlace, placeByClick, useFloorTools } from './floor-tools.ts';
import { levelsQuery, searchMap } from './map-queries.ts';

/**
 * Finds an asset on any level and moves there, or lets the user place an asset that is on none. Enter chooses
 * the asset with this number, else the first match. A scanner sends Enter at once, so Enter sends a request of
 * its own.
 */
export function MapSearch({ onFound }: { onFound: (marker: MapMarker) => void }) {
  const go = useNavigateTo();
  const tools = useFloorTools();
  const isPlaceable = canPlace(tools);
  const [text, setText] = useState('');
  const [debouncedText] = useDebouncedValue(text.trim(), 150);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data, isFetching } = useQuery({
    queryKey: ['map', 'search', debouncedText],
    queryFn: ({ signal }) => searchMap(debouncedText, signal),
    enabled: debouncedText !== '',
    placeholderData: keepPreviousData,
  });
  const { data: buildings = [] } = useQuery(levelsQuery);
  const placeOf = ({ levelid, level }: MapMarker) => {
    const building = buildings.find(({ levels }) => levels.some((one) => one.levelid === levelid));
    return building ? `${building.building}, ${level}` : level;
  };
  const open = (marker: MapMarker) => {
    combobox.closeDropdown();
    setText('');
    onFound(marker);
  };
  const choose = (value: string) => {
    const isChosen = ({ assetid }: { assetid: number }) => String(assetid) === value;
    const marker = data?.placed.find(isChosen);
    const unplaced = data?.unplaced.find(isChosen);
    if (marker) open(marker);
    else if (unplaced && isPlaceable) {
      combobox.closeDropdown();
      setText('');
      placeByClick(tools, unplaced);
    } else go(`/assets/${value}`);
  };
  const enter = async () => {
    const query = text.trim();
    if (!query) return;
    try {
      const { placed } = await searchMap(query);
      const exact = placed.find((one) => one.assetnumber.toLowerCase() === query.toLowerCase()) ?? placed[0];
      if (exact) open(exact);
      else combobox.openDropdown();
    } catch (error) {
      toastError(error, 'The search failed');
    }
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      shadow="md"
      offset={4}
      width={320}
      position="bottom-start"
    >
      <Combobox.Target>
        <SearchBox
          className="mw-map-search"
          label="Find on floor plan"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(next) => {
            setText(next);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return;
            event.preventDefault();
            void enter();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === ''}>
        <Combobox.Options className="mw-map-hits" aria-label="Found on the floor plan">
          {data?.placed.map((marker) => (
            <Hit key={marker.assetid} asset={marker} place={placeOf(marker)} />
          ))}
          {data?.unplaced.map((asset) => (
            <Hit
              key={asset.assetid}
              asset={asset}
              place={isPlaceable ? 'not on the floor plan: place it' : 'not on the floor plan'}
            />
          ))}
          {(!data || data.placed.length + data.unplaced.length === 0) && (
            <Combobox.Empty>
              {isFetching || debouncedText !== text.trim() ? 'Searching …' : 'Nothing found.'}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Hit({
  asset,
  place,
}: {
  asset: { assetid: number; assetnumber: string; name: string | null; icon: string | null };
  place: string;
}) {
  return (
    <Combobox.Option value={String(asset.assetid)}>
      <span className="mw-hit">
        <RegisterIcon name={asset.icon} />
        <span className="mw-hit-text">
          <span>{asset.name ? `${asset.assetnumber} · ${asset.name}` : asset.assetnumber}</span>
          <small>{place}</small>
        </span>
      </span>
    </Combobox.Option>
  );
}
