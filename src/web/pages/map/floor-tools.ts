import { createContext, useContext } from 'react';
import type { MapLevel, MapMarker, Position } from '../../../features/map/schemas.ts';
import type { Arrow } from './arrow-layer.ts';
import type { DrawingPoint } from './drawing-point.ts';

/** A request for a position, which the next click on the map provides. */
export interface Aim {
  /** Instruction in one sentence. */
  hint: string;
  /** Receives the position in pixels of the drawing. A click on a pin passes the pin's own position. */
  answer: (place: DrawingPoint) => void;
  /** Continues with the next of several requests. */
  skip?: () => void;
  /** True when earlier positions remain if the user ends the requests. */
  isOfSeveral?: boolean;
}

/** An asset with its current position, if it has one. */
export interface Placeable extends Partial<Omit<Position, 'assetid'>> {
  assetid: number;
  assetnumber: string;
}

/** The functions and data of the map for its panels. */
export interface FloorTools {
  level: MapLevel;
  /** All markers of this level, including those of hidden layers. */
  markers: MapMarker[];
  mayedit: boolean;
  isadmin: boolean;
  /** Requests a position; null cancels the request. */
  aim: (aim: Aim | null) => void;
  isaiming: boolean;
  fly: (place: DrawingPoint) => void;
  select: (assetid: number | null) => void;
  /**
   * Places an asset on this level or removes it from the map, and offers an undo. A failure appears as a
   * toast.
   */
  put: (asset: Placeable, place: DrawingPoint | null) => Promise<void>;
  setArrows: (arrows: Arrow[]) => void;
  closePanel: () => void;
}

export const FloorToolsContext = createContext<FloorTools | null>(null);

/** Returns the tools of the map. Throws an Error outside of it. */
export function useFloorTools(): FloorTools {
  const tools = useContext(FloorToolsContext);
  if (!tools) throw new Error('useFloorTools is called outside of the map.');
  return tools;
}

/** Reports whether the user may place assets on the level of the map. */
export const canPlace = ({ mayedit, level }: FloorTools): boolean => mayedit && level.width !== null;

/** Requests the position of an asset and places it there. */
export const placeByClick = ({ aim, put }: FloorTools, asset: Placeable): void =>
  aim({ hint: `Click the position of ${asset.assetnumber}.`, answer: (place) => void put(asset, place) });

/** Requests the positions of several assets, one after the other. */
export function placeInTurn(tools: FloorTools, [asset, ...others]: readonly Placeable[]): void {
  if (!asset) {
    tools.aim(null);
    return;
  }
  const next = () => placeInTurn(tools, others);
  tools.aim({
    hint: `Click the position of ${asset.assetnumber}.`,
    answer: (place) => {
      void tools.put(asset, place);
      next();
    },
    skip: next,
    isOfSeveral: true,
  });
}

/** Rounds a position to tenths of a pixel and limits it to the drawing, if its size is known. */
export function clampToDrawing({ x, y }: DrawingPoint, level: MapLevel): DrawingPoint {
  const clamp = (value: number, size: number | null) =>
    Math.min(Math.max(Math.round(value * 10) / 10, 0), size ?? value);
  return { x: clamp(x, level.width), y: clamp(y, level.height) };
}
