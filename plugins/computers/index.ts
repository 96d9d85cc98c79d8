import { rowLimit } from '../../src/kit/data/row-limit.ts';
import { historyRule } from '../../src/kit/history-rule.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { computerAttention } from './attention.ts';
import { createComputerRecordSchema } from './computer-record-schema.ts';
import { fleet } from './fleet.ts';
import { formatPartHistory, listedParts } from './hardware/part-history.ts';
import { hardwareRoute } from './hardware/route.ts';
import { deleteIdentityMarks } from './identity/marks.ts';
import { MAX_INSTALLED } from './installed-apps.ts';
import { ingestComputer, listReportedComputers } from './inventory/ingest.ts';
import { LastSeen } from './inventory/last-seen.ts';
import { COMPUTER_IDENTIFIERS, type ComputerRecord } from './inventory/schema.ts';
import { InventoryReader } from './inventory-reader.ts';
import { navigation, permissions } from './manifest.ts';
import { migrations } from './migrations.ts';
import { dueSystems, reportsOfAssets } from './queries.ts';
import { computers, computertypes } from './registers.ts';
import { reports } from './reports.ts';
import { computerRoutes } from './routes.ts';
import { countApplications, readHardwareState } from './tab-counts.ts';
import * as tables from './tables.ts';

/** Plugin for PCs: their hardware, software and users. */
export const computersPlugin = definePlugin({
  id: 'computers',
  title: 'Computers',
  description: 'PCs, laptops and servers, with their applications and inventories',
  permissions,
  migrations,
  tables,
  navigation,
  registers: [computers, computertypes],
  invariants: [
    rowLimit(tables.installedapps, 'applications', {
      most: MAX_INSTALLED,
      per: { column: 'computerid', one: 'computer' },
    }),
  ],
  tabCounts: [
    { register: 'computers', tab: 'hardware', isState: true, count: readHardwareState },
    { register: 'computers', tab: 'software', count: countApplications },
  ],
  attention: computerAttention,
  dueSources: [
    {
      key: 'endofsupport',
      title: 'End of support',
      icon: 'brand-windows',
      register: 'operatingsystems',
      select: dueSystems,
      href: ({ itemid }) => `/computers?osid=${itemid}&inuse=true`,
    },
  ],
  collectors: (host) => [
    {
      name: 'computers',
      summary: 'Inventories of computers',
      record: createComputerRecordSchema(host.clock),
      identifiers: COMPUTER_IDENTIFIERS,
      pc: (record) => record as ComputerRecord,
      listAssets: (reader, record) => listReportedComputers(reader, record as ComputerRecord),
      ingest: (tx, record, of, ignored) =>
        ingestComputer(
          tx,
          host.getInstance(LastSeen),
          record as ComputerRecord,
          { agent: 'script', ignored },
          of,
        ),
    },
  ],
  assetInfoProviders: () => [
    {
      readInfo: (reader, assetids) =>
        new Map(
          reportsOfAssets
            .all(reader, { ids: JSON.stringify(assetids) })
            .map(({ assetid, lastreporteddate: at }) => [
              assetid,
              [{ key: 'lastreport', title: 'Last report', text: at === null ? 'Never reported' : null, at }],
            ]),
        ),
    },
  ],
  fleet,
  assetMerging: {
    stay: [tables.identitymarks],
    before: (tx, { kept }) => deleteIdentityMarks(tx, kept),
  },
  reports,
  jobs: [
    {
      name: 'computers.last-seen',
      title: 'Save report times of computers',
      schedule: '*/15 * * * * *',
      run: (host) => host.getInstance(LastSeen).flush(),
    },
  ],
  routes: (host) => [...computerRoutes(host), hardwareRoute(host)],
  history: [historyRule(tables.computerparts.computerid, { changes: formatPartHistory, rows: listedParts })],
  stop: (host) => {
    host.getInstance(LastSeen).flush();
    host.getInstance(InventoryReader).close();
  },
});

export { compareClaim, hasStrongIdentifier } from './identity/compare-claim.ts';
export { findPcMatch, findPcsNamed } from './identity/match-pc.ts';
export { syncIpAddresses } from './inventory/addresses.ts';
