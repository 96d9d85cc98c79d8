import { inArray, ne } from 'drizzle-orm';
import { catalogPermissions } from '../../src/features/catalog/index.ts';
import { addDays } from '../../src/kit/clock.ts';
import { foreignPermission } from '../../src/kit/contributions.ts';
import { build, countRows } from '../../src/kit/data/query.ts';
import { historyRule } from '../../src/kit/history-rule.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { migrations } from './migrations.ts';
import { openSince, openStocktakes, unseenCount, verifiedAmong } from './queries.ts';
import { itemLedger, stocktakes } from './registers.ts';
import { reports, UNSEEN_DAYS } from './reports.ts';
import { stocktakeRoutes } from './routes.ts';
import { readMissingFlags } from './seen.ts';
import { formatSeenHistory, listedSeen } from './seen-history.ts';
import * as tables from './tables.ts';

const uncancelledStocktakes = build
  .select({ stocktakeid: tables.stocktakes.stocktakeid })
  .from(tables.stocktakes)
  .where(ne(tables.stocktakes.state, 'cancelled'));

/** Stocktakes of a location, made with a phone. They find present, missing and unexpected assets. */
export const stocktakePlugin = definePlugin({
  id: 'stocktake',
  title: 'Stocktake',
  description: 'Checks of locations with a phone: found, missing and unexpected assets',
  migrations,
  tables,
  permissions: { 'stocktake.run': 'Stocktake: start, scan and end stocktakes' },
  navigation: [
    {
      group: 'Assets',
      family: 'Stocktake',
      title: 'Start stocktake',
      icon: 'scan',
      path: '/stocktake',
      words: 'inventory count scan',
      needs: 'stocktake.run',
      order: 85,
    },
    {
      group: 'Assets',
      family: 'Stocktake',
      title: 'Stocktakes',
      icon: 'clipboard-list',
      path: '/stocktakes',
      needs: foreignPermission(catalogPermissions, 'assets.view'),
      order: 86,
    },
  ],
  registers: [stocktakes],
  ledgers: [itemLedger],
  rowTitles: {
    assetverifications: {
      one: 'Last check',
      namedBy: 'assetid',
      fields: {
        assetid: { title: 'Asset', kind: 'ref', ref: { register: 'assets' } },
        stocktakeid: { title: 'Stocktake', kind: 'ref', ref: { register: 'stocktakes' } },
        /** The stocktake and the user in the history of an asset. */
        lastseen: { title: 'Last seen' },
      },
    },
  },
  history: [historyRule(tables.assetverifications.assetid, { changes: formatSeenHistory, rows: listedSeen })],
  tabCounts: [
    {
      register: 'assets',
      tab: 'stocktakes',
      access: { can: 'stocktake.run' },
      count: countRows(
        tables.stocktakeitems.assetid,
        inArray(tables.stocktakeitems.stocktakeid, uncancelledStocktakes),
      ),
    },
  ],
  attention: [
    {
      key: 'stocktake.running',
      title: 'Stocktakes in progress',
      severity: 'info',
      topic: 'running',
      needs: 'stocktake.run',
      href: '/stocktakes?state=open',
      count: (reader) => openStocktakes.get(reader)!.n,
    },
    {
      key: 'stocktake.open',
      title: 'Unfinished stocktakes',
      severity: 'info',
      needs: 'stocktake.run',
      threshold: { title: 'Days since the start', default: 7, min: 1, max: 365 },
      href: (by, today) => `/stocktakes?state=open&startedbefore=${addDays(today, -by)}`,
      count: (reader, _host, by) => openSince.get(reader, { before: addDays(reader.today, -by) })!.n,
    },
    {
      key: 'stocktake.unseen',
      title: 'Assets not seen in a stocktake',
      severity: 'info',
      initially: false,
      needs: foreignPermission(catalogPermissions, 'assets.view'),
      threshold: { title: 'Days not seen', default: UNSEEN_DAYS, min: 1, max: 3650 },
      href: (by) => `/reports/not-seen?days=${by}`,
      count: (reader, _host, by) => unseenCount.get(reader, { since: addDays(reader.today, -by) })!.n,
    },
  ],
  assetFlags: readMissingFlags,
  assetInfoProviders: () => [
    {
      needs: 'stocktake.run',
      readInfo: (reader, assetids) =>
        new Map(
          verifiedAmong
            .all(reader, { ids: JSON.stringify(assetids) })
            .map(({ assetid, verifiedat, verifiedby, stocktakeid }) => [
              assetid,
              [
                {
                  key: 'lastseen',
                  title: 'Last seen',
                  text: `by ${verifiedby}`,
                  at: verifiedat,
                  href: `/stocktakes/${stocktakeid}`,
                },
              ],
            ]),
        ),
    },
  ],
  reports,
  routes: stocktakeRoutes,
});
