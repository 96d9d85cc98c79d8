import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

const parts = () => import('./parts.ts');

export const stocktakeWeb: PluginWeb = {
  actionLabels: async () => ({
    sentences: {
      'stocktake.stocktake.cancelled': 'canceled stocktake',
      'stocktake.stocktake.scanned': 'scanned in stocktake',
      'stocktake.stocktake.unscanned': 'removed a scan from stocktake',
    },
  }),
  help: {
    stocktakes: 'first-steps#stocktake',
  },
  pages: [
    {
      path: '/stocktake',
      help: 'first-steps#stocktake',
      needs: 'stocktake.run',
      load: async () => (await parts()).StartPage,
    },
    {
      path: '/stocktake/$stocktakeid',
      help: 'first-steps#stocktake',
      needs: 'stocktake.run',
      load: async () => (await parts()).WalkPage,
    },
  ],
  tabs: [
    {
      register: 'assets',
      name: 'stocktakes',
      title: 'Stocktakes',
      group: 'history',
      needs: 'stocktake.run',
      load: async () => (await parts()).SeenTab,
    },
  ],
};
