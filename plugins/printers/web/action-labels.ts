import type { ActionLabels } from '../../../src/web/plugin-parts.tsx';

export const actionLabels: ActionLabels = {
  nouns: { driver: 'printer driver', modelsupply: 'supply of a printer model', printertype: 'printer type' },
};
