import type { ActionLabels } from '../../../src/web/plugin-parts.tsx';

export const actionLabels: ActionLabels = {
  nouns: { part: 'printed part', printfile: 'print file of printed part' },
};
