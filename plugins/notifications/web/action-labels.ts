import type { ActionLabels } from '../../../src/web/plugin-parts.tsx';

export const actionLabels: ActionLabels = {
  nouns: { notification: 'notice', notificationtype: 'notice type' },
};
