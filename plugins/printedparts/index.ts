import { pictureRoutes } from '../../src/features/catalog/index.ts';
import { reportRoute } from '../../src/features/reports/index.ts';
import { countRows } from '../../src/kit/data/query.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';
import { fileRoutes } from './file-routes.ts';
import { itemDigitsInvariant } from './item-codes.ts';
import { createPartsKioskCredential, partsKioskRoutes } from './kiosk.ts';
import { partLabel } from './label.ts';
import { migrations } from './migrations.ts';
import { stockCounts } from './queries.ts';
import { items, stockLedger } from './registers.ts';
import { ALIASED_REPORTS, reports } from './reports.ts';
import { stockLedgerInvariant } from './stock.ts';
import * as tables from './tables.ts';

/** Parts that the plant prints, with their stock, the parts taken from it, and print files. */
export const printedpartsPlugin = definePlugin({
  id: 'printedparts',
  title: 'Printed parts',
  description: 'Printed parts with their stock, print files and kiosk',
  migrations,
  tables,
  permissions: {
    'printedparts.view': 'View stock moves and print files of printed parts',
    'printedparts.edit': 'Add and change printed parts, receive and adjust stock, upload print files',
    'printedparts.delete': 'Deactivate printed parts and delete print files',
  },
  settings: declareSettings('printedparts', {
    printedparts_kiosk_enabled: {
      title: 'Printed parts kiosk',
      description: 'Allows tablets with a token to record taken parts at /kiosk/printedparts.',
      type: 'boolean',
      default: 'false',
      lasting: ['true', 'false'],
    },
  }),
  navigation: [
    {
      group: 'Assets',
      family: 'Stores',
      title: 'Printed parts',
      icon: 'cube',
      path: '/printedparts/items',
      usedBy: [tables.items],
      order: 70,
      area: '/printedparts',
    },
  ],
  registers: [items],
  ledgers: [stockLedger],
  tabCounts: [
    {
      register: 'printedpartitems',
      tab: 'files',
      access: { can: 'printedparts.view' },
      count: countRows(tables.printfiles.itemid),
    },
  ],
  invariants: [itemDigitsInvariant, stockLedgerInvariant],
  personal: ['uploadedby'],
  labels: { printedpart: partLabel },
  attention: [
    {
      key: 'printedparts.low',
      title: 'Printed parts low on stock',
      needs: 'printedparts.edit',
      href: '/printedparts/items?lowstock=true&sort=quantityonhand',
      count: (reader) => stockCounts.get(reader)!.low,
    },
  ],
  kiosks: { printedparts: 'Printed parts' },
  credentials: createPartsKioskCredential,
  capabilities: { printedpartskiosk: (host) => host.settings.boolean('printedparts_kiosk_enabled') },
  summary: { printedparts: (reader) => ({ ...stockCounts.get(reader)! }) },
  reports,
  routes: (host) => [
    partsKioskRoutes(host),
    fileRoutes(host),
    ...pictureRoutes(host, items, 'printedparts', { can: 'printedparts.edit' }),
    ...Object.entries(ALIASED_REPORTS).map(([name, key]) =>
      reportRoute(host, `/api/printedparts/reports/${name}`, key),
    ),
  ],
});
