import { api, routeOptions } from '../../kit/http/api.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { applianceRecord } from './appliance-record.ts';
import { listApplianceMetrics } from './metrics.ts';
import { readApplianceState } from './state.ts';
import { StorageUsageCache } from './storage-usage.ts';
import { upgradeRoutes } from './upgrade/routes.ts';
import { Upgrades } from './upgrade/upgrades.ts';

export { readApplianceState } from './state.ts';
export { Upgrades };

/** The state and upgrade of the appliance itself, for its admins. */
export const applianceFeature = definePlugin({
  id: 'appliance',
  title: 'This appliance',
  description: 'What runs here, what it takes, and how it is',
  core: true,
  navigation: [
    {
      group: 'Admin',
      title: 'This appliance',
      icon: 'server',
      path: '/admin/system',
      needs: 'admin',
      order: 90,
    },
  ],
  routes: (host) => [
    api('/api/appliance').get(
      '',
      () => readApplianceState(host),
      routeOptions({
        access: 'admin',
        summary: 'What runs here, what it takes, and how it is',
        responseSchema: applianceRecord,
      }),
    ),
    upgradeRoutes(host),
  ],
  metrics: listApplianceMetrics,
  beforeStop: (host) => {
    host.getInstance(StorageUsageCache).stop();
    host.getInstance(Upgrades).stop();
  },
});
