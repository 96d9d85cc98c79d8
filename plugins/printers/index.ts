import { countRows } from '../../src/kit/data/query.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { assignmentRoutes } from './assignments/routes.ts';
import { listEffectivePrinters, listPrinterUsers } from './assignments/view.ts';
import { findPrintersNamed, savePrinterFacts } from './device-facts.ts';
import { installRoutes } from './install/routes.ts';
import { navigation, permissions, settings } from './manifest.ts';
import { migrations } from './migrations.ts';
import { modelRoutes } from './model-routes.ts';
import { createPrintersCollector } from './observed/collector.ts';
import { addressedPrinters, lowPrinters, retiredPrintersInUse } from './queries.ts';
import { drivers, modelsupplies, printers, printertypes } from './registers.ts';
import { printerRoutes } from './routes.ts';
import { sendSupplyAlerts } from './supplies/alerts.ts';
import { readSuppliesState, supplyRoutes } from './supplies/routes.ts';
import * as tables from './tables.ts';

const countQueues = countRows(tables.observedqueues.assetid);

/** Plugin for printers: their locations, users and supplies. */
export const printersPlugin = definePlugin({
  id: 'printers',
  title: 'Printers',
  description: 'Printers with their drivers, supplies and assigned PCs',
  permissions,
  migrations,
  tables,
  navigation,
  settings,
  registers: [printers, printertypes, drivers, modelsupplies],
  attention: [
    {
      key: 'printersupplies',
      title: 'Printers low on supplies',
      href: '/printers?lowsupplies=true&inuse=true',
      needs: 'printers.edit',
      count: (reader) => lowPrinters.get(reader)!.n,
    },
    {
      key: 'retiredprinters',
      title: 'Inactive printers still assigned',
      href: '/printers?active=false&stillused=true',
      needs: 'printers.edit',
      count: (reader) => retiredPrintersInUse.get(reader)!.n,
    },
  ],
  tabCounts: [
    { register: 'printers', tab: 'supplies', isState: true, count: readSuppliesState },
    {
      register: 'printers',
      tab: 'users',
      access: 'login',
      count: (reader, printerid) => listPrinterUsers(reader, printerid).length,
    },
    {
      register: 'assets',
      tab: 'printers',
      access: 'login',
      count: (reader, assetid) =>
        listEffectivePrinters(reader, assetid).length + countQueues(reader, assetid),
    },
  ],
  labelPrinters: () => (reader) => addressedPrinters.all(reader),
  devices: () => [{ assettype: 'Printer', saveFacts: savePrinterFacts, findByName: findPrintersNamed }],
  jobs: [
    {
      name: 'printers.supplies',
      title: 'Check printer supplies',
      schedule: '*/5 * * * *',
      run: sendSupplyAlerts,
    },
  ],
  collectors: (host) => [createPrintersCollector(host)],
  routes: (host) => [
    printerRoutes(host),
    ...modelRoutes(host),
    installRoutes(host),
    assignmentRoutes(host),
    supplyRoutes(host),
  ],
});
