import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

const parts = () => import('./parts.ts');
const cells = () => import('./fleet/fleet-cells.tsx');
const needs = 'endpoints.view';
/** The extension of the list of computers, which callers without this permission do not have. */
const extension = 'agents';
/** The permissions to run commands, without the module of all actions: the first page loads this file. */
export const RUN_PERMISSIONS = ['endpoints.corptools', 'endpoints.updateapp', 'endpoints.runscript'];

export const endpointsWeb: PluginWeb = {
  help: {
    endpointpolicies: 'agents#run-commands-and-scripts',
    endpointscripts: 'agents#run-commands-and-scripts',
  },
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  pages: [
    { path: '/endpoints', load: async () => (await parts()).OldFleetPage },
    { path: '/endpoints/$assetid', load: async () => (await parts()).OldPcPage },
    {
      path: '/endpoints/enrollment',
      help: 'agents#approve-pcs',
      needs: 'admin',
      load: async () => (await parts()).InboxPage,
    },
    {
      path: '/endpoints/commands',
      help: 'agents#run-commands-and-scripts',
      needs,
      load: async () => (await parts()).CommandsPage,
    },
    {
      path: '/endpoints/bootstrap-tokens',
      help: 'agents#install-agents-on-many-pcs',
      needs: 'admin',
      load: async () => (await parts()).BootstrapPage,
    },
    {
      path: '/endpoints/packages',
      help: 'agents#upgrade-agents',
      needs: 'endpoints.agentpackage',
      load: async () => (await parts()).PackagesPage,
    },
    {
      path: '/endpoints/migration',
      help: 'agents#upgrade-agents',
      needs: 'endpoints.agentupdate',
      load: async () => (await parts()).WavesPage,
    },
    {
      path: '/endpoints/operator-reports',
      help: 'agents#operator-reports',
      needs: 'endpoints.operatorreports',
      load: async () => (await parts()).OperatorReportsPage,
    },
    {
      path: '/admin/server-certificate',
      help: 'security#server-certificate',
      needs: 'admin',
      load: async () => (await import('./server-certificate-page.tsx')).ServerCertificatePage,
    },
  ],
  tabs: [
    {
      register: 'computers',
      extension,
      name: 'agent',
      title: 'Agent',
      load: async () => (await parts()).AgentTab,
    },
    {
      register: 'computers',
      extension,
      name: 'logs',
      title: 'Logs',
      load: async () => (await parts()).LogsTab,
    },
    {
      register: 'computers',
      extension,
      name: 'reports',
      title: 'Reports',
      needs: 'endpoints.operatorreports',
      load: async () => (await parts()).ReportsTab,
    },
    {
      register: 'notifications',
      name: 'seen',
      title: 'Seen',
      needs,
      fits: ({ alertfleet }) => alertfleet === true,
      load: async () => (await parts()).AcknowledgmentsTab,
    },
    {
      register: 'endpointscripts',
      name: 'revisions',
      title: 'Revisions',
      load: async () => (await parts()).RevisionsTab,
    },
  ],
  listActions: [{ register: 'computers', extension, load: async () => (await parts()).RunOnScope }],
  selectionActions: [
    {
      register: 'computers',
      extension,
      needsOneOf: RUN_PERMISSIONS,
      load: async () => (await parts()).RunOnSelection,
    },
  ],
  listViews: [
    { register: 'computers', extension, title: 'Managed', filters: { managed: 'true' } },
    { register: 'computers', extension, title: 'Not reporting', filters: { verdict: 'offline' } },
  ],
  setupSections: [async () => (await parts()).FirstPcs],
  listHeads: [{ register: 'endpointpolicies', load: async () => (await parts()).DefaultPolicy }],
  fields: {
    'endpoints.verdict': async () => ({ value: (await cells()).VerdictCell }),
    'endpoints.credential': async () => ({ value: (await cells()).CredentialCell }),
    'endpoints.lock': async () => ({ value: (await cells()).LockCell }),
    'endpoints.actions': async () => (await import('./scope/actions-field.tsx')).actions,
    'endpoints.script': async () => (await import('./scripts/script-field.tsx')).script,
    'pc-scope': async () => (await import('./scope/scope-field.tsx')).scope,
  },
};
