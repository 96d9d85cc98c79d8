import { rights } from '../../src/features/catalog/index.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { migrations } from './migrations.ts';
import { articles } from './register.ts';
import { clickRoutes } from './routes.ts';
import * as tables from './tables.ts';

/** Articles and links, written by people of the plant. */
export const knowledgebasePlugin = definePlugin({
  id: 'knowledgebase',
  title: 'Knowledge base',
  description: 'Articles and links with instructions and further information',
  migrations,
  tables,
  permissions: rights('knowledgebase', 'knowledge base articles'),
  registers: [articles],
  navigation: [
    {
      group: 'Records',
      title: 'Knowledge base',
      icon: 'book',
      path: '/knowledgebase',
      usedBy: [tables.articles],
      words: 'article how-to documentation',
      order: 40,
    },
  ],
  routes: (host) => [clickRoutes(host)],
});
