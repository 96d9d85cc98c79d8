import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const warrantyWeb: PluginWeb = {
  tabs: [
    {
      register: 'assets',
      name: 'warranty',
      title: 'Warranty',
      load: async () => (await import('./warranty-tab.tsx')).WarrantyTab,
    },
    {
      // In place of the ledger of that name: papers are sent and read there.
      register: 'warranties',
      name: 'proofs',
      title: 'Proofs',
      load: async () => (await import('./proofs-tab.tsx')).ProofsTab,
    },
  ],
  fields: { 'asset-ids': async () => (await import('./asset-ids.tsx')).assetIds },
};
