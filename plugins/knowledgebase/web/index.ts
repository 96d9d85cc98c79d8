import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const knowledgebaseWeb: PluginWeb = {
  fields: async () => (await import('./article-fields.tsx')).fields,
};
