import { foreignPermission } from '../../kit/contributions.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { report } from '../../kit/report.ts';
import { catalogPermissions } from '../catalog/index.ts';
import { maplevels } from '../catalog/tables.ts';
import { movedNeedsReview, positionInsideDrawing } from './invariants.ts';
import { levelRoutes } from './level-routes.ts';
import { allUnplaced, unknownLevelPositions } from './position-queries.ts';
import { positionRoutes } from './position-routes.ts';
import * as tables from './tables.ts';

/** The map: buildings, levels, their drawings and the positions of assets. */
export const map = definePlugin({
  id: 'map',
  title: 'Floor plan',
  description: 'Floor plans with the positions of assets',
  core: true,
  tables,
  auditEntities: {
    level: { id: maplevels.levelid, name: maplevels.level, page: (id) => `/map?level=${id}` },
    snapshot: {
      id: tables.mapsnapshots.snapshotid,
      name: tables.mapsnapshots.name,
      page: () => '/map?panel=snapshots',
    },
  },
  invariants: [positionInsideDrawing, movedNeedsReview],
  navigation: [
    {
      group: 'Floor',
      family: 'Floor plan',
      title: 'Floor plan',
      icon: 'map',
      path: '/map',
      words: 'location map pins',
      order: 1,
    },
  ],
  routes: (host) => [...levelRoutes(host), ...positionRoutes(host)],
  reports: [
    report({
      key: 'map-unplaced',
      title: 'Assets without a floor plan position',
      about: 'Assets in use without a position, or with a position on an unknown level.',
      placeRegister: 'assets',
      columns: { assetnumber: 'Asset', name: 'Name', assettype: 'Type', status: 'Status', level: 'Level' },
      rows: (reader, { place }) => allUnplaced.iterate(reader, place.within),
    }),
  ],
  attention: [
    {
      key: 'map-level-unknown',
      title: 'Positions on an unknown level',
      severity: 'info',
      needs: foreignPermission(catalogPermissions, 'assets.edit'),
      href: '/map?panel=unplaced',
      count: (reader) => unknownLevelPositions.get(reader)!.n,
    },
  ],
});
