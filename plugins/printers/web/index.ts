import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

const parts = () => import('./parts.ts');

export const printersWeb: PluginWeb = {
  help: {
    printers: 'first-steps#printers',
  },
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  pages: [
    {
      path: '/printers/supplies',
      help: 'first-steps#printers',
      load: async () => (await parts()).SuppliesPage,
    },
    { path: '/printers/models', help: 'first-steps#printers', load: async () => (await parts()).ModelsPage },
    {
      path: '/printers/install',
      help: 'first-steps#printers',
      load: async () => (await parts()).InstallPage,
    },
  ],
  tabs: [
    {
      register: 'printers',
      name: 'supplies',
      title: 'Supplies',
      load: async () => (await parts()).SuppliesTab,
    },
    {
      register: 'printers',
      name: 'users',
      title: 'Used by',
      needs: 'login',
      load: async () => (await parts()).UsersTab,
    },
    {
      register: 'assets',
      name: 'printers',
      title: 'Printers',
      group: 'connections',
      needs: 'login',
      fits: ({ assettype }) => assettype === 'Computer' || assettype === 'Machine',
      load: async () => (await parts()).AssetPrintersTab,
    },
  ],
};
