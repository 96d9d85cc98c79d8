import type { MapLevel } from '../../../features/map/schemas.ts';
import { apiUrl } from '../../api/base-path.ts';

export type DrawingShade = 'light' | 'dark' | 'inverted';

/** The drawing of a level for light or dark screens; a light one is inverted for dark ones when there is no other. */
export function selectDrawing({ levelid, blueprints }: MapLevel, scheme: 'light' | 'dark') {
  const filename = blueprints[scheme] ?? blueprints.light ?? blueprints.dark;
  const shade: DrawingShade =
    scheme === 'light' || !blueprints.light ? scheme : blueprints.dark ? 'dark' : 'inverted';
  return { url: filename && apiUrl(`/maplevels/${levelid}/blueprint/${filename}`), shade };
}
