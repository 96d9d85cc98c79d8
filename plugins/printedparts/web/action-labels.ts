import type { ActionLabels } from '../../../src/web/plugin-parts.tsx';

export const actionLabels: ActionLabels = {
  sentences: {
    'printedparts.part.adjusted': 'corrected the stock of printed part',
    'printedparts.part.taken': 'took printed part',
  },
  nouns: { part: 'printed part', printfile: 'print file of printed part' },
};
