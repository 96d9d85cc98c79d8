import type { MapMarker } from '../../../features/map/schemas.ts';
import { getStateStyle } from '../../state-style.ts';
import type { MapAddress } from './map-address.ts';
import type { Pin } from './pin-icon.ts';

export type FloorPin = Pin & { mapx: number; mapy: number };

/** Reports whether the enabled layers show a marker. */
export const isMarkerShown = (marker: MapMarker, { hiddentypes, hiddenstatuses }: MapAddress): boolean =>
  !hiddentypes.includes(marker.assettypeid) && !hiddenstatuses.includes(marker.statusid);

/** Returns the pin of a marker. During a review, `due` reports which markers need one. */
export function toPin(
  marker: MapMarker,
  selected: number | null,
  due: ((marker: MapMarker) => boolean) | null,
): FloorPin {
  const { assetid, assetnumber, name, assettype, status, mapx, mapy } = marker;
  return {
    id: assetid,
    x: 0,
    y: 0,
    mapx,
    mapy,
    tone: getStateStyle(status).tone,
    icon: marker.icon ?? 'box',
    label: name ?? assetnumber,
    title: [name ? `${assetnumber} ${name}` : assetnumber, assettype, status].join(', '),
    isselected: assetid === selected,
    ...(due ? { review: due(marker) ? ('due' as const) : ('done' as const) } : {}),
  };
}
