import { holds } from '../../kit/actor.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { levelRoutes } from './level-routes.ts';
import { positionRoutes } from './position-routes.ts';
import * as tables from './tables.ts';

/** The floor: buildings, levels, their drawings and what stands where. */
export const map = definePlugin({
  id: 'map',
  title: 'Map',
  description: 'Where everything stands',
  core: true,
  tables,
  navigation: [{ group: 'Floor', title: 'Map', icon: 'map', path: '/map', order: 1 }],
  routes: (host) => [...levelRoutes(host), ...positionRoutes(host)],
  attention: (reader, actor) => {
    if (!holds(actor, 'assets.edit')) return [];
    const count =
      reader.value<number>(
        'SELECT count(*) FROM assets a INDEXED BY assets_strays WHERE a.levelid IS NULL AND a.isactive = 1 AND a.mapx IS NOT NULL AND a.mapy IS NOT NULL',
      ) ?? 0;
    return [
      {
        key: 'map-level-unknown',
        title: 'Positions on an unknown level',
        count,
        severity: 'info',
        href: '/map?panel=unplaced',
      },
    ];
  },
});
