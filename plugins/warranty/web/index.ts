import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const warrantyWeb: PluginWeb = {
  help: {
    warranties: 'first-steps#warranties-and-calibrations',
  },
  tabs: [
    {
      register: 'assets',
      name: 'warranty',
      title: 'Warranty',
      group: 'papers',
      load: async () => (await import('./warranty-tab.tsx')).WarrantyTab,
    },
    {
      // This tab replaces the generic one of the ledger, because it also uploads and opens documents.
      register: 'warranties',
      name: 'proofs',
      title: 'Documents',
      load: async () => (await import('./proofs-tab.tsx')).ProofsTab,
    },
  ],
  fields: { 'asset-ids': async () => (await import('./asset-ids.tsx')).assetIds },
};
