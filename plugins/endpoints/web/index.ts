import { IconInbox } from '@tabler/icons-react';
import { lazy } from 'react';
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
    'endpoints.verdict': { value: lazy(async () => ({ default: (await cells()).VerdictCell })) },
    'endpoints.credential': { value: lazy(async () => ({ default: (await cells()).CredentialCell })) },
    'endpoints.lock': { value: lazy(async () => ({ default: (await cells()).LockCell })) },
    'endpoints.scope': {
      value: lazy(async () => ({ default: (await scopes()).ScopeText })),
      input: lazy(async () => ({ default: (await scopes()).ScopeField })),
    },
    'endpoints.actions': {
      value: lazy(async () => ({ default: (await actions()).ActionsText })),
      input: lazy(async () => ({ default: (await actions()).ActionsField })),
    },
    'endpoints.script': {
      value: lazy(async () => ({ default: (await scripts()).ScriptText })),
      input: lazy(async () => ({ default: (await scripts()).ScriptField })),
    },
  },
  icons: { inbox: IconInbox },
};
