import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const networkWeb: PluginWeb = {
  actionLabels: async () => ({
    nouns: { networkdevice: 'network device', networkdevicetype: 'network device type' },
  }),
  tabs: [
    {
      register: 'networkdevices',
      name: 'ports',
      title: 'Ports',
      load: async () => (await import('./ports-tab.tsx')).PortsTab,
    },
    {
      register: 'subnets',
      name: 'addresses',
      title: 'Addresses',
      load: async () => (await import('./addresses-tab.tsx')).AddressesTab,
    },
  ],
};
