import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const notificationsWeb: PluginWeb = {
  fields: async () => (await import('./audience.tsx')).fields,
};
