import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { MapLevel, MapMarker } from '../../../features/map/schemas.ts';
import { apiUrl } from '../../api/base-path.ts';
import type { Drawing } from './floor-map.ts';

/** Side of the canvas while neither a drawing nor a pin says how large the floor is. */
const BLANK = 1000;

/** The drawing for the colours of this screen; a light one is inverted for dark ones when there is no other. */
export function useDrawing({ levelid, width, height, blueprints }: MapLevel, markers: MapMarker[]): Drawing {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const filename = blueprints[scheme] ?? blueprints.light ?? blueprints.dark;
  const shade = scheme === 'light' || !blueprints.light ? scheme : blueprints.dark ? 'dark' : 'inverted';
  const right = width ?? markers.reduce((most, { mapx }) => Math.max(most, mapx), BLANK);
  const bottom = height ?? markers.reduce((most, { mapy }) => Math.max(most, mapy), BLANK);
  return useMemo(
    () => ({
      url: filename && apiUrl(`/maplevels/${levelid}/blueprint/${filename}`),
      width: right,
      height: bottom,
      shade,
    }),
    [levelid, filename, right, bottom, shade],
  );
}
