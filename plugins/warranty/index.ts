import { inArray } from 'drizzle-orm';
import { addDays } from '../../src/kit/clock.ts';
import { build, countRows, isSet } from '../../src/kit/data/query.ts';
import { historyRule } from '../../src/kit/history-rule.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { readWarrantyCounts } from './counts.ts';
import { EXPIRING_DAYS } from './coverage.ts';
import { createImportColumns } from './import-columns.ts';
import { migrations } from './migrations.ts';
import { dueWarranties, endingBy, toRenew } from './queries.ts';
import { proofLedger, warranties } from './registers.ts';
import { reports } from './reports.ts';
import { warrantyRoutes } from './routes.ts';
import { warrantyRowLimits } from './row-limits.ts';
import { formatCoverHistory, listedCover } from './service.ts';
import * as tables from './tables.ts';

const activeWarranties = build
  .select({ warrantyid: tables.warranties.warrantyid })
  .from(tables.warranties)
  .where(isSet(tables.warranties.isactive));

/** Warranties and service contracts, the assets that they cover, and their documents. */
export const warrantyPlugin = definePlugin({
  id: 'warranty',
  title: 'Warranty',
  description: 'Warranties and service contracts with covered assets and documents',
  migrations,
  tables,
  permissions: {
    'warranty.view': 'View documents of warranties',
    'warranty.edit': 'Add, change and deactivate warranties, manage their documents',
  },
  navigation: [
    {
      group: 'Records',
      family: 'Due dates',
      title: 'Warranties',
      icon: 'shield-check',
      path: '/warranty',
      words: 'expired guarantee support contract',
      order: 20,
    },
  ],
  registers: [warranties],
  invariants: warrantyRowLimits,
  ledgers: [proofLedger],
  rowTitles: {
    warrantyassets: {
      one: 'Covered asset',
      namedBy: 'assetid',
      fields: {
        warrantyid: { title: 'Warranty', kind: 'ref', ref: { register: 'warranties' } },
        assetid: { title: 'Asset', kind: 'ref', ref: { register: 'assets' } },
        /** The name of the warranty in the history of an asset. */
        warranty: { title: 'Warranty' },
      },
    },
  },
  history: [historyRule(tables.warrantyassets.assetid, { changes: formatCoverHistory, rows: listedCover })],
  attention: [
    {
      key: 'warranty.expiring',
      title: 'Warranties expiring within 90 days',
      needs: 'warranty.edit',
      href: '/warranty?torenew=true',
      count: (reader) =>
        toRenew.get(reader, { today: reader.today, soon: addDays(reader.today, EXPIRING_DAYS) })!.n,
    },
  ],
  tabCounts: [
    {
      register: 'assets',
      tab: 'warranty',
      count: countRows(
        tables.warrantyassets.assetid,
        inArray(tables.warrantyassets.warrantyid, activeWarranties),
      ),
    },
  ],
  reminders: [
    {
      key: 'warranties',
      title: 'Warranties',
      days: 90,
      href: '/warranty?torenew=true',
      *due(reader, { until }) {
        for (const { warrantyid, warrantyname, contractnumber, enddate } of endingBy.iterate(reader, {
          until,
        }))
          yield {
            id: warrantyid,
            title: contractnumber ? `${warrantyname} (${contractnumber})` : warrantyname,
            due: enddate,
            href: `/warranty/${warrantyid}`,
          };
      },
    },
  ],
  dueSources: [
    {
      key: 'warranties',
      title: 'Warranties',
      icon: 'shield-check',
      register: 'warranties',
      select: dueWarranties,
      href: ({ itemid }) => `/warranty/${itemid}`,
    },
  ],
  importColumns: createImportColumns,
  summary: { warranty: readWarrantyCounts },
  reports,
  routes: warrantyRoutes,
});
