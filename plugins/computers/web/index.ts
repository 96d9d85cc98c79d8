import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const computersWeb: PluginWeb = {
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  tabs: [
    {
      register: 'computers',
      name: 'hardware',
      title: 'Hardware',
      load: async () => (await import('./hardware-tab.tsx')).HardwareTab,
    },
    {
      register: 'computers',
      name: 'software',
      title: 'Applications',
      load: async () => (await import('./software-tab.tsx')).SoftwareTab,
    },
  ],
};
