import { CRS, ImageOverlay, type LatLng, LatLngBounds, LayerGroup, Map as LeafletMap } from 'leaflet';
import { type Arrow, drawArrows, toLatLng } from './arrow-layer.ts';
import type { IconSource, Pin } from './pin-icon.ts';
import { type PinEvents, PinLayer } from './pin-layer.ts';

/** The drawing of a level. Without a URL only its size is known. */
export interface Drawing {
  url: string | null;
  width: number;
  height: number;
  /** `inverted` is a light drawing on a dark screen, `dark` one that was made for it. */
  shade: 'light' | 'dark' | 'inverted';
}

export interface FloorEvents extends PinEvents {
  /**
   * Called for a click on the map with its position, and for Enter with the position in the middle of the
   * view.
   */
  aim(x: number, y: number): void;
}

const hasMotion = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The map of a level in Leaflet. In pixels of the drawing, x grows to the right and y downwards. */
export class FloorMap {
  private readonly map: LeafletMap;
  private readonly layer: PinLayer;
  private readonly arrows: LayerGroup;
  private overlay: ImageOverlay | null = null;
  private drawing: Drawing | null = null;
  private fitted: { center: LatLng; zoom: number } | null = null;
  private readonly watcher: ResizeObserver;
  private readonly print = () => this.fit(false);

  constructor(container: HTMLElement, stamps: IconSource, events: FloorEvents) {
    this.map = new LeafletMap(container, {
      crs: CRS.Simple,
      attributionControl: false,
      zoomControl: true,
      zoomSnap: 0.25,
      zoomDelta: 0.5,
      wheelPxPerZoomLevel: 90,
      minZoom: -6,
      maxZoom: 3,
      maxBoundsViscosity: 0.6,
      center: [0, 0],
      zoom: 0,
    });
    this.layer = new PinLayer(this.map, stamps, events);
    this.arrows = new LayerGroup().addTo(this.map);
    this.map.on('click', ({ latlng }) => this.reportPointer(latlng, events));
    container.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target === container)
        this.reportPointer(this.map.getCenter(), events);
    });
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(container);
    window.addEventListener('beforeprint', this.print);
  }

  /** Shows a drawing. One of another size is visible completely; one of the same size keeps the view. */
  draw(drawing: Drawing): void {
    const before = this.drawing;
    const isSameFloor = before?.width === drawing.width && before.height === drawing.height;
    if (isSameFloor && before.url === drawing.url && before.shade === drawing.shade) return;
    this.drawing = drawing;
    this.overlay?.remove();
    this.overlay = drawing.url
      ? new ImageOverlay(drawing.url, this.bounds(), {
          className: `mw-map-${drawing.shade}`,
        }).addTo(this.map)
      : null;
    if (isSameFloor) return;
    // Bounds that are set while the view is outside them would move it with an animation that lasts longer
    // than the fitting.
    this.map.setMaxBounds(undefined);
    const fitting = this.map.getBoundsZoom(this.bounds());
    this.map.setMinZoom(Math.min(fitting - 1, -1)).setMaxZoom(Math.max(fitting + 4, 2));
    this.fit(false);
    this.map.setMaxBounds(this.bounds().pad(0.35));
  }

  fit(animate = hasMotion()): void {
    this.map.invalidateSize({ animate: false });
    this.map.fitBounds(this.bounds(), { animate, padding: [12, 12] });
    this.fitted = { center: this.map.getCenter(), zoom: this.map.getZoom() };
  }

  /** Adapts the map to its element. A map that was completely visible stays so. */
  private resize(): void {
    const { fitted, map } = this;
    const isWhole =
      fitted !== null && fitted.zoom === map.getZoom() && map.distance(fitted.center, map.getCenter()) < 1;
    if (isWhole) this.fit(false);
    else map.invalidateSize({ animate: false });
  }

  setPins(pins: (Pin & { mapx: number; mapy: number })[], canDrag: boolean): void {
    this.layer.set(
      pins.map((pin) => ({ ...pin, at: toLatLng(pin.mapx, pin.mapy) })),
      canDrag,
    );
  }

  setArrows(arrows: readonly Arrow[]): void {
    drawArrows(this.arrows, arrows);
  }

  /** Moves to a position, close enough to show its surroundings. */
  moveTo(x: number, y: number): void {
    const closer = Math.max(
      this.map.getZoom(),
      Math.min(this.map.getBoundsZoom(this.bounds()) + 2, this.map.getMaxZoom()),
    );
    if (hasMotion()) this.map.flyTo(toLatLng(x, y), closer, { duration: 0.7 });
    else this.map.setView(toLatLng(x, y), closer, { animate: false });
  }

  /** Returns the position on the drawing under a point of the browser window. */
  positionAt(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.map.getContainer().getBoundingClientRect();
    const { lat, lng } = this.map.containerPointToLatLng([clientX - box.left, clientY - box.top]);
    return { x: lng, y: -lat };
  }

  remove(): void {
    window.removeEventListener('beforeprint', this.print);
    this.watcher.disconnect();
    this.map.remove();
  }

  private reportPointer({ lat, lng }: LatLng, events: FloorEvents): void {
    events.aim(lng, -lat);
  }

  private bounds(): LatLngBounds {
    const { width, height } = this.drawing ?? { width: 1000, height: 1000 };
    return new LatLngBounds(toLatLng(0, height), toLatLng(width, 0));
  }
}
