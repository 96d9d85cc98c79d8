import type { ActionLabels } from '../../../src/web/plugin-parts.tsx';

export const actionLabels: ActionLabels = {
  sentences: {
    'collector.glpi.ingested': 'reported an inventory (GLPI)',
    'computers.computer.reported': 'reported computer',
  },
  nouns: { computertype: 'computer type' },
};
