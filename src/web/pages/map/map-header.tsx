import { Button, NativeSelect } from '@mantine/core';
import { IconChecklist, IconPencil, IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MapBuilding, MapMarker } from '../../../features/map/schemas.ts';
import { usePageTitle } from '../../parts/page-title.ts';
import { calendarDate } from '../../parts/time.tsx';
import { useFloorTools } from './floor-tools.ts';
import type { MapAddress, PanelName } from './map-address.ts';
import { MapMenu } from './map-menu.tsx';
import { MapSearch } from './map-search.tsx';

interface MapHeaderProps {
  buildings: MapBuilding[];
  address: MapAddress;
  change: (patch: Partial<MapAddress>) => void;
  onLevel: (levelid: number) => void;
  onFound: (marker: MapMarker) => void;
}

/** Shows the choice of the level, the search, and the tools. */
export function MapHeader({ buildings, address, change, onLevel, onFound }: MapHeaderProps) {
  const { level, mayedit, aim, setArrows } = useFloorTools();
  usePageTitle(`${level.building}, ${level.level} · Floor plan`);
  const toggle = (panel: PanelName) => {
    aim(null);
    setArrows([]);
    change({ panel: address.panel === panel ? null : panel });
  };
  const hidden = address.hiddentypes.length + address.hiddenstatuses.length;
  const action = (panel: PanelName, icon: ReactNode, label: string) => (
    <Button
      variant={address.panel === panel ? 'light' : 'default'}
      aria-pressed={address.panel === panel}
      aria-label={label}
      leftSection={icon}
      className="mw-map-action"
      onClick={() => toggle(panel)}
    >
      <span>{label}</span>
    </Button>
  );
  return (
    <header className="mw-map-header">
      <h1 className="mw-visually-hidden">
        Floor plan of {level.building}, {level.level}
      </h1>
      <p className="mw-map-printed" aria-hidden>
        {level.building}, {level.level} · {calendarDate(new Date().toISOString())}
      </p>
      <NativeSelect
        aria-label="Level"
        className="mw-map-level"
        value={String(level.levelid)}
        onChange={(event) => onLevel(Number(event.currentTarget.value))}
        data={buildings.map((building) => ({
          group: building.building,
          items: building.levels.map((one) => ({
            value: String(one.levelid),
            label: `${buildings.length > 1 ? `${building.building}, ` : ''}${one.level} (${one.markercount.toLocaleString('en')})`,
          })),
        }))}
      />
      <MapSearch onFound={onFound} />
      <div className="mw-map-actions">
        {action('layers', <IconStack2 size={16} />, hidden > 0 ? `Layers, ${hidden} hidden` : 'Layers')}
        {mayedit && action('unplaced', <IconPencil size={16} />, 'Edit positions')}
        {mayedit && action('verify', <IconChecklist size={16} />, 'Verify positions')}
        <MapMenu buildings={buildings} onPanel={toggle} onLevel={onLevel} />
      </div>
    </header>
  );
}
