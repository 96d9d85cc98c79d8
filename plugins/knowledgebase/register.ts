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
    'Answers to frequent questions: how to set up a machine, whom to call, where to find the manual. An article is a text, a link or both. Articles about an application are also shown on its page.',
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
      help: 'One or two sentences that are shown in the list.',
    }),
    keywords: text({
      title: 'Keywords',
      search: true,
      list: 'hidden',
      help: 'Other search words, separated by commas.',
    }),
    appid: ref('applications', { title: 'Application', filter: ['appid'] }),
    linkurl: url({
      title: 'Link',
      list: 'hidden',
      drawn: 'knowledgebase.link',
      help: 'Address of the content or of more information: http or https.',
    }),
    clicks: integer({ title: 'Times read', writable: 'never', sort: true }),
    body: longtext({
      title: 'Text',
      search: true,
      list: 'never',
      section: 'Article',
      drawn: 'knowledgebase.body',
    }),
  },
});
