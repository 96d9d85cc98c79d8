import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { MapLevel, MapMarker } from '../../../features/map/schemas.ts';
import { selectDrawing } from './select-drawing.ts';
import type { Drawing } from './floor-map.ts';

/** Side of the canvas while neither a drawing nor a pin says how large the floor is. */
const BLANK = 1000;

/** The drawing for the colours of this screen, and how large the floor is. */
export function useDrawing(level: MapLevel, markers: MapMarker[]): Drawing {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { url, shade } = selectDrawing(level, scheme);
  const width = level.width ?? markers.reduce((most, { mapx }) => Math.max(most, mapx), BLANK);
  const height = level.height ?? markers.reduce((most, { mapy }) => Math.max(most, mapy), BLANK);
  return useMemo(() => ({ url, width, height, shade }), [url, width, height, shade]);
}
