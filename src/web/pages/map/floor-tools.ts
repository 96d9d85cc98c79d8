import { createContext, useContext } from 'react';
import type { MapLevel, MapMarker, Position } from '../../../features/map/schemas.ts';
import type { Arrow } from './arrow-layer.ts';
import type { DrawingPoint } from './drawing-point.ts';

/** A question that the next click on the floor answers. */
export interface Aim {
  /** What to do, in one sentence. */
  hint: string;
  /** Gets the place in pixels of the drawing; a click on a pin gives the pin's own. */
  answer: (place: DrawingPoint) => void;
}

/** An asset, with the position that it has been given so far. */
export interface Placeable extends Partial<Omit<Position, 'assetid'>> {
  assetid: number;
  assetnumber: string;
}

/** What the panels beside the floor can do with it. */
export interface FloorTools {
  level: MapLevel;
  /** Everything that stands on this level, hidden layers included. */
  markers: MapMarker[];
  mayedit: boolean;
  isadmin: boolean;
  /** Asks for a place; null takes the question back. */
  aim: (aim: Aim | null) => void;
  isaiming: boolean;
  fly: (place: DrawingPoint) => void;
  select: (assetid: number | null) => void;
  /** Puts one asset on this level, or takes it off the map, and offers to undo that. */
  put: (asset: Placeable, place: DrawingPoint | null) => Promise<void>;
  setArrows: (arrows: Arrow[]) => void;
  closePanel: () => void;
}

export const FloorToolsContext = createContext<FloorTools | null>(null);

export function useFloorTools(): FloorTools {
  const tools = useContext(FloorToolsContext);
  if (!tools) throw new Error('A panel of the map stands outside of it.');
  return tools;
}

/** To a tenth of a pixel, and on the drawing. */
export function clampToDrawing({ x, y }: DrawingPoint, level: MapLevel): DrawingPoint {
  const within = (value: number, size: number | null) =>
    Math.min(Math.max(Math.round(value * 10) / 10, 0), size ?? value);
  return { x: within(x, level.width), y: within(y, level.height) };
}
