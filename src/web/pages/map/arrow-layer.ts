import { CircleMarker, LatLng, type LayerGroup, Polyline } from 'leaflet';

/** A line from the current position of an asset or landmark to its new one. */
export interface Arrow {
  fromx: number;
  fromy: number;
  tox: number;
  toy: number;
  kind: 'landmark' | 'preview' | 'outside';
}

const COLORS = {
  landmark: 'var(--mantine-primary-color-filled)',
  preview: 'var(--mw-info)',
  outside: 'var(--mw-critical)',
};

/** Converts pixels from the top left of the drawing to coordinates of Leaflet. */
export const toLatLng = (x: number, y: number): LatLng => new LatLng(-y, x);

/** Replaces the arrows of a layer. */
export function drawArrows(layer: LayerGroup, arrows: readonly Arrow[]): void {
  layer.clearLayers();
  for (const { fromx, fromy, tox, toy, kind } of arrows) {
    const color = COLORS[kind];
    const weight = kind === 'landmark' ? 2.5 : 1.5;
    const line = new Polyline([toLatLng(fromx, fromy), toLatLng(tox, toy)], {
      color,
      weight,
      dashArray: '5 4',
      interactive: false,
    });
    const to = new CircleMarker(toLatLng(tox, toy), {
      radius: kind === 'landmark' ? 7 : 4,
      color,
      weight: 2,
      fillOpacity: 0.35,
      interactive: false,
    });
    layer.addLayer(line).addLayer(to);
  }
}
