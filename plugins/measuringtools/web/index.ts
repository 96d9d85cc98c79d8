import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const measuringtoolsWeb: PluginWeb = {
  tabs: [
    {
      // In place of the ledger of that name: certificates are sent and read there.
      register: 'measuringtools',
      name: 'calibrations',
      title: 'Calibrations',
      load: async () => (await import('./calibrations-tab.tsx')).CalibrationsTab,
    },
  ],
};
