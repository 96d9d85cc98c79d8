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
  description: 'Articles and links: how things are done here, and where more is told',
  migrations,
  tables,
  permissions: rights('knowledgebase', 'articles of the knowledge base'),
  registers: [articles],
  navigation: [
    { group: 'Records', title: 'Knowledge base', icon: 'book', path: '/knowledgebase', order: 40 },
  ],
  routes: (host) => [clickRoutes(host)],
});
