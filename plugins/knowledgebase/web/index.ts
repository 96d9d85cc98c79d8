import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const knowledgebaseWeb: PluginWeb = {
  fields: {
    'knowledgebase.body': async () => (await import('./article-fields.tsx')).body,
    'knowledgebase.link': async () => (await import('./article-fields.tsx')).link,
  },
};
