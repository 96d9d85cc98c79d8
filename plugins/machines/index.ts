import { createAssetCollector } from '../../src/features/collector/index.ts';
import type { Collector } from '../../src/kit/contributions.ts';
import type { Host } from '../../src/kit/host.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { countNeighbors } from './behind.ts';
import { dualPathInvariant } from './dual-path.ts';
import { navigation, permissions } from './manifest.ts';
import { migrations } from './migrations.ts';
import { withoutPartner, withoutPlace } from './queries.ts';
import { controllertypes, machines, machinetypes } from './registers.ts';
import { reports } from './reports.ts';
import { machineRoutes } from './routes.ts';
import * as tables from './tables.ts';

/** The production machines of the plant with their types, controllers and connected assets. */
export const machinesPlugin = definePlugin({
  id: 'machines',
  title: 'Machines',
  description: 'Production machines with their types, controllers and connections',
  permissions,
  migrations,
  tables,
  navigation,
  registers: [machines, machinetypes, controllertypes],
  invariants: [dualPathInvariant],
  tabCounts: [{ register: 'machines', tab: 'behind', count: countNeighbors }],
  attention: [
    {
      key: 'machineswithoutplace',
      title: 'Machines without a location',
      severity: 'info',
      href: '/machines?withoutplace=true&inuse=true',
      needs: 'machines.edit',
      count: (reader) => withoutPlace.get(reader)!.n,
    },
    {
      key: 'machineswithoutpartner',
      title: 'Dual-path machines without a partner',
      href: '/machines?withoutpartner=true&inuse=true',
      needs: 'machines.edit',
      count: (reader) => withoutPartner.get(reader)!.n,
    },
  ],
  collectors: (host) => [collector(host)],
  reports,
  routes: machineRoutes,
});

const collector = (host: Host): Collector =>
  createAssetCollector(host, machines, 'machines', 'Report production machines');
