import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

const parts = () => import('./parts.ts');
const cells = () => import('./fleet/fleet-cells.tsx');
const needs = 'endpoints.view';

export const endpointsWeb: PluginWeb = {
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  pages: [
    { path: '/endpoints', needs, load: async () => (await parts()).FleetPage },
    { path: '/endpoints/$assetid', load: async () => (await parts()).PcPage },
    { path: '/endpoints/enrollment', needs: 'admin', load: async () => (await parts()).InboxPage },
    { path: '/endpoints/commands', needs, load: async () => (await parts()).CommandsPage },
    { path: '/endpoints/bootstrap-tokens', needs: 'admin', load: async () => (await parts()).BootstrapPage },
    {
      path: '/endpoints/packages',
      needs: 'endpoints.agentpackage',
      load: async () => (await parts()).PackagesPage,
    },
    {
      path: '/endpoints/migration',
      needs: 'endpoints.agentupdate',
      load: async () => (await parts()).WavesPage,
    },
    {
      path: '/endpoints/operator-reports',
      needs: 'endpoints.operatorreports',
      load: async () => (await parts()).OperatorReportsPage,
    },
    {
      path: '/admin/server-certificate',
      needs: 'admin',
      load: async () => (await import('./server-certificate-page.tsx')).ServerCertificatePage,
    },
  ],
  tabs: [
    {
      register: 'computers',
      name: 'agent',
      title: 'Agent',
      needs,
      load: async () => (await parts()).AgentTab,
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
