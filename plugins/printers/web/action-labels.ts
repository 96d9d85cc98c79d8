import type { ActionLabels } from '../../../src/web/plugin-parts.tsx';

export const actionLabels: ActionLabels = {
  sentences: { 'printers.supply.alerted': 'updated the alerts about' },
  nouns: { driver: 'printer driver', modelsupply: 'supply of a printer model', printertype: 'printer type' },
  plurals: { supplyalert: 'low printer supplies' },
};
