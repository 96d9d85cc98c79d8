import { CloseButton } from '@mantine/core';
import type { MapMarker } from '../../../../features/map/schemas.ts';
import { useFloorTools } from '../floor-tools.ts';
import type { MapAddress, PanelName } from '../map-address.ts';
import { AssetCard } from './asset-card.tsx';
import { GroupList } from './group-list.tsx';
import { LayersPanel } from './layers-panel.tsx';
import { RecalibratePanel } from './recalibrate-panel.tsx';
import { SnapshotsPanel } from './snapshots-panel.tsx';
import { UnplacedPanel } from './unplaced-panel.tsx';
import { VerifyPanel } from './verify-panel.tsx';

interface FloorPanelProps {
  address: MapAddress;
  change: (patch: Partial<MapAddress>) => void;
  /** IDs of assets that are too close to be distinguished on the map. */
  group: number[];
  shown: MapMarker[];
  days: number;
  onDays: (days: number) => void;
}

const TITLES: Record<PanelName, string> = {
  layers: 'Layers',
  unplaced: 'Edit positions',
  verify: 'Verify positions',
  recalibrate: 'Recalibrate',
  snapshots: 'Snapshots',
};

/** Shows the selected asset and the current task, beside the map or at the bottom of a phone. */
export function FloorPanel({ address, change, group, shown, days, onDays }: FloorPanelProps) {
  const { markers, mayedit, closePanel } = useFloorTools();
  const selected = markers.find((marker) => marker.assetid === address.assetid);
  const grouped = markers.filter((marker) => group.includes(marker.assetid));
  const panel = address.panel === 'layers' || address.panel === 'unplaced' || mayedit ? address.panel : null;
  if (!panel && !selected && grouped.length === 0) return null;
  const title = panel
    ? panel === 'unplaced' && !mayedit
      ? 'Not on the floor plan'
      : TITLES[panel]
    : selected
      ? selected.assetnumber
      : `${grouped.length} at one position`;
  return (
    <aside className="mw-map-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CloseButton aria-label={`Close ${title}`} onClick={closePanel} />
      </header>
      <div className="mw-map-panel-body">
        {grouped.length > 0 && <GroupList markers={grouped} />}
        {selected && panel !== 'verify' && (
          <AssetCard key={selected.assetid} marker={selected} isheading={panel !== null} />
        )}
        {panel === 'layers' && <LayersPanel address={address} change={change} />}
        {panel === 'unplaced' && <UnplacedPanel />}
        {panel === 'verify' && <VerifyPanel shown={shown} days={days} onDays={onDays} selected={selected} />}
        {panel === 'recalibrate' && <RecalibratePanel />}
        {panel === 'snapshots' && <SnapshotsPanel />}
      </div>
    </aside>
  );
}
