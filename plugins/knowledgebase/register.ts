import { openRead } from '../../src/features/catalog/index.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import { integer, longtext, ref, text, url } from '../../src/kit/resource/fields.ts';
import { articles as table } from './tables.ts';

export const articles = defineRegister(table, {
  path: '/knowledgebase',
  label: 'title',
  one: 'Article',
  many: 'Knowledge base',
  schemaName: 'KnowledgeBaseArticle',
  icon: 'book',
  about:
    'Write down here what people ask twice: how to set a machine up again, whom to call, where the manual lies. An article is a text, a link to where it is told, or both; with an application it stands on the page of that application, too.',
  audit: 'knowledgebase.article',
  remove: 'soft',
  can: openRead('knowledgebase'),
  // Most-read articles come first.
  sort: 'clicks',
  newestFirst: true,
  searchKind: 'knowledgebase',
  columns: {
    title: text({ title: 'Title', search: true, sort: true }),
    summary: longtext({
      title: 'Summary',
      max: 1000,
      search: true,
      help: 'One or two sentences, for those who look through the list.',
    }),
    keywords: text({
      title: 'Keywords',
      search: true,
      list: 'hidden',
      help: 'Other words that people look for, with commas between.',
    }),
    appid: ref('applications', { title: 'Application', filter: ['appid'] }),
    linkurl: url({
      title: 'Link',
      list: 'hidden',
      drawn: 'knowledgebase.link',
      help: 'Where it is told, or where there is more: http or https.',
    }),
    clicks: integer({ title: 'Times read', taken: 'never', sort: true }),
    body: longtext({
      title: 'Text',
      search: true,
      list: 'never',
      section: 'Article',
      drawn: 'knowledgebase.body',
    }),
  },
});
