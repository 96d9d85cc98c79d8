import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useMe } from '../../api/queries.ts';
import { useRemembered } from '../../parts/remembered.ts';
import { toastError } from '../../parts/toasts.tsx';
import { AimBar } from './aim-bar.tsx';
import { FloorCanvas } from './floor-canvas.tsx';
import type { Arrow } from './floor-map.ts';
import { isShown, pinOf } from './floor-pins.ts';
import { type Aim, type FloorTools, FloorToolsContext, onDrawing } from './floor-tools.ts';
import { useMapAddress } from './map-address.ts';
import { MapHeader } from './map-header.tsx';
import { markersQuery } from './map-queries.ts';
import type { MapBuilding, MapLevel, MapMarker, Place } from './map-types.ts';
import { NoDrawing } from './no-drawing.tsx';
import { FloorPanel } from './panels/floor-panel.tsx';
import { isDue } from './panels/review-round.ts';
import { putOnMap } from './put-on-map.ts';
import { useDrawing } from './use-drawing.ts';

const NOTHING: MapMarker[] = [];

/** One level with its pins, and the panel of what one is doing with them. */
export function FloorView({ buildings, levels }: { buildings: MapBuilding[]; levels: MapLevel[] }) {
  const me = useMe();
  const [address, change] = useMapAddress();
  const [last, remember] = useRemembered('map.level', 0);
  const [aim, setAim] = useState<Aim | null>(null);
  const [arrows, setArrows] = useState<Arrow[]>([]);
  const [target, setTarget] = useState<Place | null>(null);
  const [group, setGroup] = useState<number[]>([]);
  const [days, setDays] = useRemembered('map.reviewdays', 90);
  const level =
    levels.find((one) => one.levelid === address.levelid) ??
    levels.find((one) => one.levelid === last) ??
    levels[0]!;
  const { data: markers = NOTHING } = useQuery(markersQuery(level.levelid));
  const mayedit = (me?.isadmin || me?.permissions.includes('assets.edit')) ?? false;
  const drawing = useDrawing(level, markers);
  const { assetid, panel } = address;
  const isround = panel === 'verify';
  const shown = useMemo(() => markers.filter((marker) => isShown(marker, address)), [markers, address]);
  const pins = useMemo(
    () => shown.map((marker) => pinOf(marker, assetid, isround ? (one) => isDue(one, days) : null)),
    [shown, assetid, isround, days],
  );
  useEscape(aim !== null, () => setAim(null));

  const show = (levelid: number) => {
    remember(levelid);
    setAim(null);
    setArrows([]);
    setGroup([]);
    change({ levelid, assetid: null, panel: panel === 'recalibrate' ? null : panel });
  };
  const select = (id: number | null) => {
    setGroup([]);
    change({ assetid: id });
  };
  const tools: FloorTools = {
    level,
    markers,
    mayedit,
    isadmin: me?.isadmin ?? false,
    isaiming: aim !== null,
    aim: setAim,
    fly: setTarget,
    select,
    setArrows,
    positionOf: (id) => positionOf(markers, id),
    put: (asset, place) =>
      putOnMap({
        asset,
        place: place && onDrawing(place, level),
        level,
        before: positionOf(markers, asset.assetid),
        isadmin: me?.isadmin ?? false,
      }).catch((error) => toastError(error, `${asset.assetnumber} was not moved`)),
    closePanel: () => {
      setAim(null);
      setArrows([]);
      setGroup([]);
      change({ panel: null, assetid: null });
    },
  };
  const answer = (place: Place) => {
    setAim(null);
    aim?.answer(onDrawing(place, level));
  };
  const events = {
    pick: (id: number) => {
      const marker = markers.find((one) => one.assetid === id);
      if (aim && marker) answer({ x: marker.mapx, y: marker.mapy });
      else select(id);
    },
    group: setGroup,
    aim: (x: number, y: number) => (aim ? answer({ x, y }) : assetid && !panel ? select(null) : undefined),
    move: (id: number, x: number, y: number) => {
      const marker = markers.find((one) => one.assetid === id);
      if (marker) void tools.put(marker, { x, y });
    },
  };
  return (
    <FloorToolsContext.Provider value={tools}>
      <div className="mw-map-page">
        <MapHeader
          buildings={buildings}
          address={address}
          change={change}
          onLevel={show}
          onFound={(marker) => {
            remember(marker.levelid);
            change({ levelid: marker.levelid, assetid: marker.assetid });
            setTarget({ x: marker.mapx, y: marker.mapy });
          }}
        />
        <div className="mw-map-body">
          <FloorCanvas
            key={level.levelid}
            label={`Map of ${level.building}, ${level.level}`}
            drawing={drawing}
            pins={pins}
            arrows={arrows}
            candrag={mayedit && panel === 'unplaced' && level.width !== null}
            isaiming={aim !== null}
            target={target}
            events={events}
            onDropAsset={(asset, place) => void tools.put(asset, place)}
          >
            {aim && <AimBar hint={aim.hint} onCancel={() => setAim(null)} />}
            {level.width === null && <NoDrawing level={level} isadmin={tools.isadmin} />}
          </FloorCanvas>
          <FloorPanel
            address={address}
            change={change}
            group={group}
            shown={shown}
            days={days}
            onDays={setDays}
          />
        </div>
      </div>
    </FloorToolsContext.Provider>
  );
}

function positionOf(markers: MapMarker[], assetid: number) {
  const marker = markers.find((one) => one.assetid === assetid);
  return {
    assetid,
    mapx: marker?.mapx ?? null,
    mapy: marker?.mapy ?? null,
    levelid: marker?.levelid ?? null,
  };
}

function useEscape(isactive: boolean, act: () => void): void {
  useEffect(() => {
    if (!isactive) return;
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && act();
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  });
}
