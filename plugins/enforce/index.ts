import { countRows } from '../../src/kit/data/query.ts';
import type { Mechanism } from '../../src/kit/gate.ts';
import type { Credential } from '../../src/kit/http/credential.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { createAddressMechanism, FETCH_CREDENTIAL, REPORT_CREDENTIAL } from './allowed-addresses.ts';
import { computeFirstDay } from './awaited.ts';
import { deleteUnneededPayloads } from './blobs.ts';
import { fetchRoutes } from './fetch-routes.ts';
import { enforceFleetRoutes } from './fleet-routes.ts';
import { scopeKindInvariant } from './kinds.ts';
import { navigation, permissions, settings } from './manifest-of-plugin.ts';
import { migrations } from './migrations.ts';
import { payloadRoutes } from './payload-routes.ts';
import { pcManifestRoutes } from './pc-manifest-routes.ts';
import { publishRoutes } from './publish-routes.ts';
import { reports, scopes } from './registers.ts';
import { deleteOldReports } from './report.ts';
import { awaitedCount, failingCount } from './report-queries.ts';
import { draftRoutes } from './scope-routes.ts';
import * as tables from './tables.ts';
import { uploadRoutes } from './upload-routes.ts';
import { Uploads } from './uploads.ts';

/** Plugin for the desired state of PCs: drafts, published manifests, payloads and reports. */
export const enforcePlugin = definePlugin({
  id: 'enforce',
  title: 'Enforcement',
  description: 'Desired state of PCs: published manifests with payloads, and reports of the results',
  migrations,
  tables,
  permissions,
  settings,
  serviceScopes: [FETCH_CREDENTIAL.scope, REPORT_CREDENTIAL.scope],
  navigation,
  registers: [scopes, reports],
  tabCounts: [
    {
      register: 'enforcescopes',
      tab: 'published',
      access: { can: 'enforce.manage' },
      count: countRows(tables.enforcesnapshots.scopeid),
    },
  ],
  invariants: [scopeKindInvariant],
  credentials: (host) =>
    new Map<Credential, Mechanism>([
      [FETCH_CREDENTIAL, createAddressMechanism(host)],
      [REPORT_CREDENTIAL, createAddressMechanism(host)],
    ]),
  auditEntities: {
    entry: {
      id: tables.enforceentries.entryid,
      name: tables.enforceentries.name,
      page: () => '/enforce/scopes',
    },
  },
  attention: [
    {
      key: 'enforce.failing',
      topic: 'failed',
      title: 'PCs with failed enforcement',
      needs: 'enforce.manage',
      href: '/enforce/reports?failing=true',
      count: (reader) => failingCount.get(reader)!.n,
    },
    {
      key: 'enforce.publishing',
      topic: 'running',
      title: 'PCs without a report since the publication',
      severity: 'info',
      needs: 'enforce.manage',
      href: '/enforce/reports?awaited=true',
      count: (reader) => awaitedCount.get(reader, { firstday: computeFirstDay(reader.today) })!.n,
    },
  ],
  jobs: [
    {
      name: 'enforce.reap-payloads',
      title: 'Delete payloads that were unused for a week',
      schedule: '17 * * * *',
      run: (host) => {
        host.getInstance(Uploads).deleteExpired();
        deleteUnneededPayloads(host);
      },
    },
    {
      name: 'enforce.forget-reports',
      title: 'Delete old enforcement reports',
      schedule: '27 3 * * *',
      run: (host) => void deleteOldReports(host, host.settings.integer('enforce_report_days')),
    },
  ],
  routes: (host) => [
    fetchRoutes(host),
    draftRoutes(host),
    publishRoutes(host),
    payloadRoutes(host),
    uploadRoutes(host),
    enforceFleetRoutes(host),
    pcManifestRoutes(host),
  ],
});
