import type { MapLevel } from '../../../features/map/schemas.ts';
import { apiUrl } from '../../api/base-path.ts';

export type DrawingShade = 'light' | 'dark' | 'inverted';

/**
 * Returns the drawing of a level for a light or dark screen, without a URL if there is none. The other
 * drawing serves when one is missing; a light one is inverted on a dark screen.
 */
export function selectDrawing({ levelid, blueprints }: MapLevel, scheme: 'light' | 'dark') {
  const filename = blueprints[scheme] ?? blueprints.light ?? blueprints.dark;
  const shade: DrawingShade =
    scheme === 'light' || !blueprints.light ? scheme : blueprints.dark ? 'dark' : 'inverted';
  return { url: filename && apiUrl(`/maplevels/${levelid}/blueprint/${filename}`), shade };
}
