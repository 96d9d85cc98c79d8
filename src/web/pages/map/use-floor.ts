import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MapLevel, MapMarker } from '../../../features/map/schemas.ts';
import { recordQuery, useMe } from '../../api/queries.ts';
import { toastError } from '../../parts/toasts.tsx';
import { useStoredState } from '../../parts/use-stored-state.ts';
import type { Arrow } from './arrow-layer.ts';
import type { DrawingPoint } from './drawing-point.ts';
import type { FloorEvents } from './floor-map.ts';
import { isMarkerShown, toPin } from './floor-pins.ts';
import type { Aim, FloorTools } from './floor-tools.ts';
import { clampToDrawing } from './floor-tools.ts';
import { useMapAddress } from './map-address.ts';
import { markersQuery } from './map-queries.ts';
import { isDue } from './panels/review-round.ts';
import { putOnMap } from './put-on-map.ts';

const NO_MARKERS: MapMarker[] = [];

/** Returns the state of the map page: level, selection, and the pending request for a position. */
export function useFloor(levels: MapLevel[]) {
  const me = useMe();
  const [address, change] = useMapAddress();
  const [last, remember] = useStoredState('map.level', 0);
  const [aim, setAim] = useState<Aim | null>(null);
  const [arrows, setArrows] = useState<Arrow[]>([]);
  const [target, setTarget] = useState<DrawingPoint | null>(null);
  const [group, setGroup] = useState<number[]>([]);
  const [days, setDays] = useStoredState('map.reviewdays', 90);
  const linked = useLinkedLevel(address.levelid, address.assetid);
  const level =
    [address.levelid, linked, last].flatMap((id) => levels.find((one) => one.levelid === id) ?? [])[0] ??
    levels[0]!;
  const { data: markers = NO_MARKERS } = useQuery(markersQuery(level.levelid));
  const isadmin = me?.isadmin ?? false;
  const { assetid, panel } = address;
  const shown = useMemo(() => markers.filter((marker) => isMarkerShown(marker, address)), [markers, address]);
  const pins = useMemo(
    () =>
      shown.map((marker) => toPin(marker, assetid, panel === 'verify' ? (one) => isDue(one, days) : null)),
    [shown, assetid, panel, days],
  );

  const clear = () => {
    setAim(null);
    setArrows([]);
    setGroup([]);
  };
  const select = (id: number | null) => {
    setGroup([]);
    change({ assetid: id });
  };
  const tools: FloorTools = {
    level,
    markers,
    isadmin,
    select,
    setArrows,
    mayedit: isadmin || (me?.permissions.includes('assets.edit') ?? false),
    isaiming: aim !== null,
    aim: setAim,
    fly: setTarget,
    put: (asset, place) => {
      const {
        mapx = null,
        mapy = null,
        levelid = null,
      } = markers.find((one) => one.assetid === asset.assetid) ?? asset;
      const before = { assetid: asset.assetid, mapx, mapy, levelid };
      return putOnMap({ asset, place: place && clampToDrawing(place, level), level, before }).catch((error) =>
        toastError(error, `${asset.assetnumber} was not moved`),
      );
    },
    closePanel: () => {
      clear();
      change({ panel: null, assetid: null });
    },
  };
  const answer = (place: DrawingPoint) => {
    setAim(null);
    aim?.answer(place);
  };
  const events: FloorEvents = {
    pick: (id) => {
      const marker = markers.find((one) => one.assetid === id);
      if (aim && marker) answer({ x: marker.mapx, y: marker.mapy });
      else select(id);
    },
    group: setGroup,
    aim: (x, y) => {
      if (aim) answer({ x, y });
      else if (assetid && !panel) select(null);
    },
    move: (id, x, y) => {
      const marker = markers.find((one) => one.assetid === id);
      if (marker) void tools.put(marker, { x, y });
    },
  };
  const goTo = (levelid: number) => {
    remember(levelid);
    clear();
    setTarget(null);
    change({ levelid, assetid: null, panel: panel === 'recalibrate' ? null : panel });
  };
  const goToMarker = ({ levelid, assetid: id, mapx, mapy }: MapMarker) => {
    remember(levelid);
    clear();
    change({ levelid, assetid: id });
    setTarget({ x: mapx, y: mapy });
  };
  return {
    tools,
    address,
    change,
    level,
    markers,
    shown,
    pins,
    arrows,
    aim,
    target,
    group,
    days,
    setDays,
    events,
    goTo,
    goToMarker,
  };
}

/** Returns the level of the asset when a link names only the asset. */
function useLinkedLevel(levelid: number | null, assetid: number | null): number | null {
  const { data } = useQuery({
    ...recordQuery('/assets', assetid ?? 0),
    enabled: levelid === null && assetid !== null,
  });
  return levelid === null && assetid !== null ? ((data?.levelid as number | null | undefined) ?? null) : null;
}
