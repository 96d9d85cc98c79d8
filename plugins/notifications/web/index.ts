import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const notificationsWeb: PluginWeb = {
  fields: { 'notifications.audience': async () => (await import('./audience.tsx')).audience },
};
