import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const machinesWeb: PluginWeb = {
  tabs: [
    {
      register: 'machines',
      name: 'behind',
      title: 'PCs and devices',
      load: async () => (await import('./behind-tab.tsx')).BehindTab,
    },
  ],
};
