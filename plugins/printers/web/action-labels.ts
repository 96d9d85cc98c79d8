import type { ActionLabels } from '../../../src/web/plugin-parts.tsx';

export const actionLabels: ActionLabels = {
  sentences: { 'printers.supply.alerted': 'sent an alert about a supply' },
  nouns: { driver: 'printer driver', modelsupply: 'supply of a printer model', printertype: 'printer type' },
};
