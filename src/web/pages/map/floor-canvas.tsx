import './map-styles.ts';
import { type DragEvent, type ReactNode, useEffect, useRef } from 'react';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { getToneStyle, type Tone } from '../../state-style.ts';
import type { Arrow } from './arrow-layer.ts';
import type { DrawingPoint } from './drawing-point.ts';
import { type Drawing, type FloorEvents, FloorMap } from './floor-map.ts';
import type { Placeable } from './floor-tools.ts';
import type { Pin } from './pin-icon.ts';

/** MIME type of dragged data: a `Placeable` as JSON. */
export const DRAGGED_ASSET = 'application/x-millwright-asset';

export interface FloorCanvasProps {
  /** Description of the map for screen readers. */
  label: string;
  drawing: Drawing;
  pins: (Pin & { mapx: number; mapy: number })[];
  arrows: Arrow[];
  candrag: boolean;
  /** The instruction while the next click or Enter chooses a position; null otherwise. */
  hint: string | null;
  /** Position to which the view moves. A new object with the same position moves it again. */
  target: DrawingPoint | null;
  events: FloorEvents;
  /** Called when an asset from a list was dropped here. */
  onDropAsset: (asset: Placeable, at: DrawingPoint) => void;
  children?: ReactNode;
}

const TONES: Tone[] = ['good', 'info', 'warning', 'critical', 'busy', 'neutral', 'off'];

/** Shows the map. Leaflet owns the content of its element; React passes the data to it. */
export function FloorCanvas(props: FloorCanvasProps) {
  const { label, drawing, pins, arrows, candrag, hint, target, events, onDropAsset, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const icons = useRef<HTMLDivElement>(null);
  const floor = useRef<FloorMap | null>(null);
  const latest = useRef(events);
  latest.current = events;

  useEffect(() => {
    const stamp = (name: string) => {
      const found = icons.current?.querySelector<SVGElement>(`[data-stamp="${CSS.escape(name)}"] svg`);
      return found ? (found.cloneNode(true) as SVGElement) : null;
    };
    const made = new FloorMap(box.current!, stamp, {
      pick: (id) => latest.current.pick(id),
      group: (ids) => latest.current.group(ids),
      move: (id, x, y) => latest.current.move(id, x, y),
      aim: (x, y) => latest.current.aim(x, y),
    });
    floor.current = made;
    return () => made.remove();
  }, []);
  useEffect(() => floor.current?.draw(drawing), [drawing]);
  useEffect(() => floor.current?.setPins(pins, candrag), [pins, candrag]);
  useEffect(() => floor.current?.setArrows(arrows), [arrows]);
  useEffect(() => {
    if (target) floor.current?.moveTo(target.x, target.y);
  }, [target]);

  // The keyboard can also choose the position, so the map gets the focus.
  useEffect(() => {
    if (hint !== null) box.current?.focus({ preventScroll: true });
  }, [hint]);

  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAGGED_ASSET);
    if (!dragged || !floor.current) return;
    event.preventDefault();
    onDropAsset(JSON.parse(dragged) as Placeable, floor.current.positionAt(event.clientX, event.clientY));
  };
  return (
    <div className="mw-floor" data-aiming={hint !== null || undefined}>
      <div ref={icons} hidden>
        {TONES.map((tone) => {
          const Icon = getToneStyle(tone).icon;
          return (
            <span key={tone} data-stamp={`tone:${tone}`}>
              <Icon size={14} stroke={2.2} aria-hidden />
            </span>
          );
        })}
        {[...new Set(pins.map((pin) => pin.icon))].map((icon) => (
          <span key={icon} data-stamp={`type:${icon}`}>
            <RegisterIcon name={icon} size={16} />
          </span>
        ))}
      </div>
      <section
        ref={box}
        className="mw-floor-map"
        aria-label={`${label}. Arrow keys move the view, plus and minus zoom.`}
        onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED_ASSET) && event.preventDefault()}
        onDrop={drop}
      />
      {hint !== null && <div className="mw-floor-cross" aria-hidden />}
      {children}
    </div>
  );
}
