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
  description: 'Version, resource usage and health of the appliance',
  core: true,
  navigation: [
    {
      group: 'Admin',
      family: 'System',
      title: 'This appliance',
      icon: 'server',
      path: '/admin/system',
      needs: 'admin',
      order: 60,
    },
  ],
  routes: (host) => [
    api('/api/appliance').get(
      '',
      () => readApplianceState(host),
      routeOptions({
        access: 'admin',
        summary: 'Version, resource usage and health of the appliance',
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
