import { type LatLng, type Map as LeafletMap, Marker } from 'leaflet';
import { type Cluster, clusterSpots } from './clusters.ts';
import { clusterIcon, type IconSource, type Pin, pinIcon, pinStateKey } from './pin-icon.ts';

export interface PinEvents {
  pick(id: number): void;
  /** Called for pins that are so close that no zoom separates them. */
  group(ids: number[]): void;
  /** Called after a drag, with the new position in pixels of the drawing. */
  move(id: number, x: number, y: number): void;
}

/** A pin with its position on the drawing. */
export interface PlacedPin extends Pin {
  at: LatLng;
}

interface Drawn {
  marker: Marker;
  look: string;
  pins: PlacedPin[];
}

const RADIUS = 48;
/** Share of the view that is also drawn beyond its edges, so that a short drag shows no gaps. */
const MARGIN = 0.25;
const LABELS_UP_TO = 60;

/** Draws the visible pins, groups those that would overlap, and updates only what changed. */
export class PinLayer {
  private pins: PlacedPin[] = [];
  private drawn = new Map<string, Drawn>();
  private dragged: string | null = null;
  private canDrag = false;

  constructor(
    private readonly map: LeafletMap,
    private readonly stamps: IconSource,
    private readonly events: PinEvents,
  ) {
    map.on('moveend zoomend resize', () => this.draw());
  }

  set(pins: PlacedPin[], canDrag: boolean): void {
    if (canDrag !== this.canDrag) this.clear();
    this.canDrag = canDrag;
    this.pins = pins;
    this.draw();
  }

  private clear(): void {
    for (const { marker } of this.drawn.values()) marker.remove();
    this.drawn.clear();
  }

  private draw(): void {
    const clusters = this.clustersInView();
    const next = new Map(clusters.map((cluster) => [cluster.key, cluster]));
    for (const [key, { marker }] of this.drawn) {
      if (next.has(key) || key === this.dragged) continue;
      marker.remove();
      this.drawn.delete(key);
    }
    for (const [key, cluster] of next) if (key !== this.dragged) this.show(key, cluster);
    const groups = clusters.filter((cluster) => cluster.spots.length > 1).length;
    const haslabels = clusters.length <= LABELS_UP_TO && groups <= clusters.length / 4;
    this.map.getContainer().toggleAttribute('data-labels', haslabels);
  }

  private clustersInView(): Cluster<PlacedPin>[] {
    const view = this.map.getBounds().pad(MARGIN);
    const visible = this.pins.filter((pin) => view.contains(pin.at));
    const spots = visible.map((pin) => {
      const { x, y } = this.map.project(pin.at);
      return { ...pin, x, y };
    });
    // The selected pin is never hidden in a cluster.
    const selected = spots.filter((spot) => spot.isselected);
    const others = spots.filter((spot) => !spot.isselected);
    return [
      ...clusterSpots(others, RADIUS),
      ...selected.map((spot) => ({ key: `${spot.id}`, x: spot.x, y: spot.y, spots: [spot] })),
    ];
  }

  private show(key: string, { spots, x, y }: Cluster<PlacedPin>): void {
    const [first] = spots;
    const isSingle = spots.length === 1;
    const at = isSingle ? first!.at : this.map.unproject([x, y]);
    const look = isSingle ? pinStateKey(first!) : spots.map((pin) => pin.tone).join();
    const existing = this.drawn.get(key);
    if (existing) existing.marker.setLatLng(at);
    if (existing?.look === look) {
      existing.pins = spots;
      return;
    }
    const icon = isSingle ? pinIcon(first!, this.stamps) : clusterIcon(spots, this.stamps);
    const title = isSingle ? first!.title : `${spots.length} assets. Zoom in`;
    const marker = existing?.marker ?? this.marker(key, at, isSingle);
    Object.assign(marker.options, { title, alt: title });
    marker.setIcon(icon).setZIndexOffset(isSingle && first!.isselected ? 1000 : 0);
    this.drawn.set(key, { marker: existing ? marker : marker.addTo(this.map), look, pins: spots });
  }

  private marker(key: string, at: LatLng, isSingle: boolean): Marker {
    const marker = new Marker(at, {
      draggable: this.canDrag && isSingle,
      riseOnHover: true,
      autoPanOnFocus: false,
    });
    const pins = () => this.drawn.get(key)?.pins ?? [];
    marker.on('click', () => (isSingle ? this.events.pick(pins()[0]!.id) : this.open(pins())));
    marker.on('dragstart', () => {
      this.dragged = key;
    });
    marker.on('dragend', () => {
      this.dragged = null;
      const { lat, lng } = marker.getLatLng();
      this.events.move(pins()[0]!.id, lng, -lat);
    });
    return marker;
  }

  private open(pins: PlacedPin[]): void {
    const zoom = this.map.getZoom();
    const xs = pins.map((pin) => pin.at.lng);
    const ys = pins.map((pin) => pin.at.lat);
    const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const spread = Math.hypot(east - west, north - south) * 2 ** this.map.getMaxZoom();
    if (zoom >= this.map.getMaxZoom() || spread < RADIUS) this.events.group(pins.map((pin) => pin.id));
    else
      this.map.fitBounds(
        [
          [south, west],
          [north, east],
        ],
        { padding: [60, 60], maxZoom: this.map.getMaxZoom() },
      );
  }
}
