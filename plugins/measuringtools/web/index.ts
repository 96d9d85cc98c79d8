import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const measuringtoolsWeb: PluginWeb = {
  actionLabels: async () => ({
    sentences: { 'measuringtools.reference.seeded': 'created the reference data' },
    nouns: { measuringtool: 'measuring tool', measuringtooltype: 'measuring tool type' },
  }),
  help: {
    measuringtools: 'first-steps#warranties-and-calibrations',
  },
  tabs: [
    {
      // This tab replaces the generic one of the ledger, because it also handles certificates.
      register: 'measuringtools',
      name: 'calibrations',
      title: 'Calibrations',
      load: async () => (await import('./calibrations-tab.tsx')).CalibrationsTab,
    },
  ],
};
