import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const machinesWeb: PluginWeb = {
  actionLabels: async () => ({
    nouns: { machinetype: 'machine type', controllertype: 'machine controller' },
  }),
  fields: { 'machines.controlledby': async () => (await import('./controlled-by.tsx')).controlledBy },
  tabs: [
    {
      register: 'machines',
      name: 'behind',
      title: 'PCs and devices',
      load: async () => (await import('./behind-tab.tsx')).BehindTab,
    },
  ],
};
