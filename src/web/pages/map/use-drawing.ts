import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { MapLevel, MapMarker } from '../../../features/map/schemas.ts';
import type { Drawing } from './floor-map.ts';
import { selectDrawing } from './select-drawing.ts';

/** Side of the map in pixels, when neither a drawing nor a pin determines its size. */
const BLANK_SIZE_PX = 1000;

/** Returns the drawing for the color scheme of this screen, and the size of the map. */
export function useDrawing(level: MapLevel, markers: MapMarker[]): Drawing {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { url, shade } = selectDrawing(level, scheme);
  const width = level.width ?? markers.reduce((most, { mapx }) => Math.max(most, mapx), BLANK_SIZE_PX);
  const height = level.height ?? markers.reduce((most, { mapy }) => Math.max(most, mapy), BLANK_SIZE_PX);
  return useMemo(() => ({ url, width, height, shade }), [url, width, height, shade]);
}
