import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const notificationsWeb: PluginWeb = {
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  help: {
    notifications: 'kiosks-and-displays#displays',
  },
  fields: { 'notifications.audience': async () => (await import('./audience.tsx')).audience },
};
