import type { MapMarker } from '../../../../features/map/schemas.ts';
import { RegisterIcon } from '../../../parts/register-icon.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { useFloorTools } from '../floor-tools.ts';

/** Lists assets at the same position, so that the user can select one. */
export function GroupList({ markers }: { markers: MapMarker[] }) {
  const { select } = useFloorTools();
  return (
    <ul className="mw-map-rows" aria-label="Assets at one position">
      {markers.map((marker) => (
        <li key={marker.assetid}>
          <button type="button" className="mw-plain mw-map-row" onClick={() => select(marker.assetid)}>
            <RegisterIcon name={marker.icon} />
            <span className="mw-hit-text">
              <span>{marker.assetnumber}</span>
              <small>{marker.name ?? marker.assettype}</small>
            </span>
            <StateBadge word={marker.status} />
          </button>
        </li>
      ))}
    </ul>
  );
}
