import { IconInbox } from '@tabler/icons-react';
import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

const scopes = () => import('./scope/scope-field.tsx');
const actions = () => import('./scope/actions-field.tsx');
const scripts = () => import('./scripts/script-field.tsx');
const cells = () => import('./fleet/fleet-cells.tsx');

export const endpointsWeb: PluginWeb = {
  pages: [
    {
      path: '/endpoints',
      needs: 'endpoints.view',
      load: async () => (await import('./fleet/fleet-page.tsx')).FleetPage,
    },
    { path: '/endpoints/$assetid', load: async () => (await import('./fleet/pc-page.tsx')).PcPage },
    {
      path: '/endpoints/enrollment',
      needs: 'admin',
      load: async () => (await import('./enrollment/inbox-page.tsx')).InboxPage,
    },
    {
      path: '/endpoints/commands',
      needs: 'endpoints.view',
      load: async () => (await import('./commands/commands-page.tsx')).CommandsPage,
    },
  ],
  tabs: [
    {
      register: 'computers',
      name: 'agent',
      title: 'Agent',
      needs: 'endpoints.view',
      load: async () => (await import('./fleet/agent-tab.tsx')).AgentTab,
    },
    {
      register: 'endpointscripts',
      name: 'revisions',
      title: 'Revisions',
      load: async () => (await import('./scripts/revisions-tab.tsx')).RevisionsTab,
    },
  ],
  fields: {
    'endpoints.verdict': async () => ({ value: (await cells()).VerdictCell }),
    'endpoints.credential': async () => ({ value: (await cells()).CredentialCell }),
    'endpoints.lock': async () => ({ value: (await cells()).LockCell }),
    'endpoints.scope': async () => ({
      value: (await scopes()).ScopeText,
      input: (await scopes()).ScopeField,
    }),
    'endpoints.actions': async () => ({
      value: (await actions()).ActionsText,
      input: (await actions()).ActionsField,
    }),
    'endpoints.script': async () => ({
      value: (await scripts()).ScriptText,
      input: (await scripts()).ScriptField,
    }),
  },
  icons: { inbox: IconInbox },
};
