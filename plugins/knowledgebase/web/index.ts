import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const knowledgebaseWeb: PluginWeb = {
  help: {
    articles: 'first-steps#knowledge-base',
  },
  fields: {
    'knowledgebase.body': async () => (await import('./article-fields.tsx')).body,
    'knowledgebase.link': async () => (await import('./article-fields.tsx')).link,
  },
};
