import {
  IconArrowRight,
  IconArrowsMove,
  IconCheck,
  IconCurrentLocation,
  IconMapPinOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { MapMarker } from '../../../../features/map/schemas.ts';
import { AppLink } from '../../../parts/app-link.tsx';
import { RegisterIcon } from '../../../parts/register-icon.tsx';
import { SmallButton } from '../../../parts/small-button.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { RelativeTime } from '../../../parts/time.tsx';
import { useFloorTools } from '../floor-tools.ts';
import { verifyMarkers } from './verify-markers.ts';

/** Shows the selected asset and the actions on its position. */
export function AssetCard({ marker, isheading }: { marker: MapMarker; isheading: boolean }) {
  const { mayedit, aim, put, fly } = useFloorTools();
  const [busy, setBusy] = useState(false);
  const { assetid, assetnumber, mapx, mapy } = marker;
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  return (
    <section className="mw-map-card" aria-label={assetnumber}>
      {isheading && <h3>{assetnumber}</h3>}
      {marker.name && <strong>{marker.name}</strong>}
      <div className="mw-map-facts">
        <span className="mw-state">
          <RegisterIcon name={marker.icon} size={16} />
          {marker.assettype}
        </span>
        <StateBadge word={marker.status} />
      </div>
      <div className="mw-small mw-muted">
        Position verified: <RelativeTime at={marker.mapverifiedat} />
      </div>
      <div className="mw-map-buttons">
        <AppLink className="mw-map-open" to={`/assets/${assetid}`}>
          Open {assetnumber} <IconArrowRight size={14} aria-hidden />
        </AppLink>
        <SmallButton icon={IconCurrentLocation} onClick={() => fly({ x: mapx, y: mapy })}>
          Show
        </SmallButton>
        {mayedit && (
          <>
            <SmallButton icon={IconCheck} loading={busy} onClick={() => act(() => verifyMarkers([marker]))}>
              Verify
            </SmallButton>
            <SmallButton
              icon={IconArrowsMove}
              onClick={() =>
                aim({
                  hint: `Click the position of ${assetnumber}.`,
                  answer: (place) => void put(marker, place),
                })
              }
            >
              Move
            </SmallButton>
            <SmallButton icon={IconMapPinOff} onClick={() => act(() => put(marker, null))}>
              Remove from floor plan
            </SmallButton>
          </>
        )}
      </div>
    </section>
  );
}
