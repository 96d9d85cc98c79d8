import { countRows } from '../../src/kit/data/query.ts';
import type { Mechanism } from '../../src/kit/gate.ts';
import type { Credential } from '../../src/kit/http/credential.ts';
import { DELIVERIES_RESUMED } from '../../src/kit/outbox/pause-deliveries.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import {
  AGENT_CREDENTIAL,
  createAgentMechanism,
  createSharedKeyMechanism,
  identifyPc,
  SHARED_KEY_CREDENTIAL,
} from './agent-credentials.ts';
import { alertRoutes } from './alerts/routes.ts';
import { endpointalertacks } from './alerts/tables.ts';
import { bootstrapTokenRoutes, siteAgentRoutes } from './bootstrap/routes.ts';
import { bootstraptokens } from './bootstrap/tables.ts';
import {
  certificateAttention,
  certificateJobs,
  certificateRoutes,
  requestRoutes,
  startCertificate,
} from './certificate/index.ts';
import * as certificateTables from './certificate/tables.ts';
import { CheckInBuffer } from './checkin/check-in-buffer.ts';
import { CheckInLimiter } from './checkin/check-in-limiter.ts';
import { createCheckinCollector } from './checkin/collector.ts';
import { checkinRoutes } from './checkin/routes.ts';
import { deleteOpenBatches } from './commands/batch.ts';
import { wakeUnlockedPcs } from './commands/lock.ts';
import { Polls } from './commands/polls.ts';
import { endQueuedCommands } from './commands/queries.ts';
import { expireCommands } from './commands/results.ts';
import { agentCommandRoutes, commandRoutes } from './commands/routes.ts';
import { agentMergeInvariant, agentMerging } from './enrollment/agent-merging.ts';
import { AGENTS_MOVED } from './enrollment/agent-moves.ts';
import * as mergeTables from './enrollment/merge-tables.ts';
import { enrollmentRoutes } from './enrollment/routes.ts';
import { readAgentMetrics } from './fleet/agent-metrics.ts';
import { readAgentState } from './fleet/agent-state.ts';
import { fleetAttention } from './fleet/attention.ts';
import { computerExtension } from './fleet/computer-extension.ts';
import { healthInfoProvider } from './fleet/credential-state.ts';
import { fleetRoutes } from './fleet/routes.ts';
import { scopeRoutes } from './fleet/scope-route.ts';
import { logRoutes } from './logs/routes.ts';
import { endpointlogs } from './logs/tables.ts';
import { errors, navigation, permissions, settings } from './manifest.ts';
import { migrationRoutes } from './migration/routes.ts';
import { migrations } from './migrations.ts';
import { operatorReportRoutes } from './operator-reports/routes.ts';
import { operatorreports } from './operator-reports/tables.ts';
import { packageRoutes } from './packages/routes.ts';
import { agentpackages } from './packages/tables.ts';
import { policies } from './policies/register.ts';
import { policyRoutes } from './policies/routes.ts';
import { CommandCleanup } from './retention/command-cleanup.ts';
import { endpointRevocationRules } from './revocation-rules.ts';
import { revisions, scriptRevisionInvariant, scripts } from './scripts/register.ts';
import { endpointSettingsRoutes } from './settings-routes.ts';
import * as tables from './tables.ts';

/** Plugin for managed PCs: their agents, health and commands. */
export const endpointsPlugin = definePlugin({
  id: 'endpoints',
  title: 'PCs',
  description: 'Agents on PCs: enrollment, health, commands',
  dependsOn: ['computers', 'notifications'],
  permissions,
  migrations,
  tables: {
    ...tables,
    ...certificateTables,
    ...mergeTables,
    endpointalertacks,
    endpointlogs,
    operatorreports,
    agentpackages,
    bootstraptokens,
  },
  navigation,
  settings,
  errors,
  secrets: [
    tables.endpointcredentials.secrethash,
    tables.endpointcredentials.noncehash,
    mergeTables.parkedcredentials.secrethash,
    mergeTables.parkedcredentials.noncehash,
    tables.enrollmentrequests.noncehash,
    tables.enrollmentcandidates.noncehash,
    bootstraptokens.secrethash,
  ],
  revocationRules: endpointRevocationRules,
  afterRestore: (tx) => ({ commandsended: endQueuedCommands.run(tx, { at: tx.at }) }),
  auditEntities: {
    agentpackage: {
      id: agentpackages.packageid,
      name: agentpackages.version,
      page: () => '/endpoints/packages',
    },
    bootstraptoken: {
      id: bootstraptokens.bootstraptokenid,
      name: bootstraptokens.name,
      page: () => '/endpoints/bootstrap-tokens',
    },
    enrollmentrequest: {
      id: tables.enrollmentrequests.requestid,
      name: tables.enrollmentrequests.hostname,
      page: () => '/endpoints/enrollment',
    },
    operatorreport: {
      id: operatorreports.operatorreportid,
      name: operatorreports.devicename,
      page: (id) => `/endpoints/operator-reports?report=${id}`,
    },
  },
  irreversibleTables: [
    certificateTables.servercertificates,
    tables.endpointcredentials,
    mergeTables.parkedcredentials,
    tables.endpointblocks,
    tables.enrollmentrequests,
    tables.endpointlocks,
    bootstraptokens,
  ],
  registers: [policies, scripts],
  registerExtensions: [computerExtension],
  ledgers: [revisions],
  invariants: [scriptRevisionInvariant, agentMergeInvariant],
  assetMerging: agentMerging,
  credentials: (host) =>
    new Map<Credential, Mechanism>([
      [AGENT_CREDENTIAL, createAgentMechanism(host)],
      [SHARED_KEY_CREDENTIAL, createSharedKeyMechanism(host)],
    ]),
  collectors: (host) => [createCheckinCollector(host)],
  assetInfoProviders: () => [healthInfoProvider],
  reportAuthorizer: (host) => ({
    credentials: [AGENT_CREDENTIAL, SHARED_KEY_CREDENTIAL],
    identifyPc,
    authorizeReport: (reader, actor, assetids, claim) => {
      const own = identifyPc(reader, actor, assetids, claim);
      if (own !== undefined) host.getInstance(CheckInLimiter).count(`asset ${own}`);
      return own;
    },
  }),
  routes: (host) => [
    enrollmentRoutes(host),
    alertRoutes(host),
    checkinRoutes(host),
    agentCommandRoutes(host),
    commandRoutes(host),
    fleetRoutes(host),
    scopeRoutes(host),
    policyRoutes(),
    endpointSettingsRoutes(host),
    logRoutes(host),
    operatorReportRoutes(host),
    packageRoutes(host),
    bootstrapTokenRoutes(host),
    siteAgentRoutes(host),
    migrationRoutes(host),
    certificateRoutes(host),
    requestRoutes(host),
  ],
  metrics: readAgentMetrics,
  tabCounts: [
    {
      register: 'assets',
      tab: 'agent',
      access: { can: 'endpoints.view' },
      isState: true,
      count: readAgentState,
    },
    {
      register: 'assets',
      tab: 'logs',
      access: { can: 'endpoints.view' },
      count: countRows(endpointlogs.assetid),
    },
    {
      register: 'assets',
      tab: 'reports',
      access: { can: 'endpoints.operatorreports' },
      count: countRows(operatorreports.assetid),
    },
    {
      register: 'notifications',
      tab: 'seen',
      access: { can: 'endpoints.view' },
      count: countRows(endpointalertacks.notificationid),
    },
  ],
  attention: [...fleetAttention, ...certificateAttention],
  jobs: [
    ...certificateJobs,
    {
      name: 'endpoints.seen',
      title: 'Save check-in times of agents',
      schedule: '*/15 * * * * *',
      run: (host) => host.getInstance(CheckInBuffer).flush(),
    },
    {
      name: 'endpoints.reap',
      title: 'Time out commands without a result',
      schedule: '*/30 * * * * *',
      run: (host) => {
        expireCommands(host);
        wakeUnlockedPcs(host);
      },
    },
    {
      name: 'endpoints.forget-commands',
      title: 'Delete old commands',
      schedule: '53 3 * * *',
      run: async (host) => {
        await host.getInstance(CommandCleanup).deleteOld(host.settings.integer('endpoints_command_days'));
      },
    },
  ],
  start: (host) => {
    host.db.writeUnaudited((tx) => deleteOpenBatches(tx));
    const polls = host.getInstance(Polls);
    host.events.on(AGENTS_MOVED, ({ assetids }) => {
      for (const assetid of assetids as number[]) polls.wake(assetid);
    });
    host.events.on(DELIVERIES_RESUMED, () => void polls.wakeAll());
    startCertificate(host);
  },
  beforeStop: (host) => {
    host.getInstance(Polls).stop();
    host.getInstance(CommandCleanup).end();
  },
  stop: (host) => host.getInstance(CheckInBuffer).flush(),
});
