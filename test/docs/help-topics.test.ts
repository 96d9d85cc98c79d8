import { expect, test } from 'bun:test';
import { pluginWebs } from '../../plugins/web.ts';
import { BUILTIN_PAGES, builtinWeb } from '../../src/web/pages/builtin.ts';
import { CHAPTERS } from '../../src/web/pages/help/chapters.ts';
import { helpTargetOf } from '../../src/web/pages/help/help-links.ts';
import { parseChapter, searchChapters } from '../../src/web/pages/help/sections.ts';
import { startSite } from '../support/site.ts';
import { MANUAL } from './pages.ts';

const webs = [builtinWeb, ...pluginWebs];
const pages = [...BUILTIN_PAGES, ...pluginWebs.flatMap(({ pages = [] }) => pages)];
/** Pages without a topic: redirects, the manual itself, and the pages of registers, which have their own. */
const WITHOUT = new Set([
  '/admin/imports',
  '/endpoints',
  '/endpoints/$assetid',
  '/help',
  '/help/$chapter',
  '/$',
]);

const topics = [
  ...pages.flatMap(({ help }) => help ?? []),
  ...webs.flatMap(({ help = {} }) => Object.values(help)),
];

test('each page in the shell has a section of the manual', () => {
  const missing = pages.filter(({ path, bare, help }) => !bare && !help && !WITHOUT.has(path));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test('each section that a page names exists', () => {
  expect(topics.length).toBeGreaterThan(30);
  const unknown = topics.filter((topic) => {
    const [name, anchor = ''] = topic.split('#');
    const chapter = CHAPTERS.find((chapter) => chapter.name === name);
    return !chapter?.sections.some((section) => section.anchor === anchor);
  });
  expect(unknown).toEqual([]);
});

test('each register that a plugin names for a section exists', async () => {
  const site = await startSite();
  const { data } = await site.admin.get('/api/registers');
  await site.stop();
  const names = new Set((data as { name: string }[]).map(({ name }) => name));
  const named = webs.flatMap(({ help = {} }) => Object.keys(help));
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test('the manual in the product has every chapter of docs except the one for engineers', () => {
  const files = MANUAL.map((page) => page.slice('docs/'.length, -'.md'.length));
  const chapters = [...CHAPTERS.map(({ name }) => name), 'architecture'];
  expect(chapters.sort()).toEqual(files);
});

test('links between chapters lead to pages of the manual, and links to the source tree to nothing', () => {
  expect(helpTargetOf('install', '#windows')).toBe('/help/install#windows');
  expect(helpTargetOf('install', 'security.md#limits')).toBe('/help/security#limits');
  expect(helpTargetOf('install', '../CONTRIBUTING.md')).toBeUndefined();
  expect(helpTargetOf('install', 'https://age-encryption.org')).toBe('https://age-encryption.org');
});

const FILE = `# Cranes

How to use cranes.

## Lift

Hook **first**.

\`\`\`sh
## no heading
lift --slowly
\`\`\`

### Heavy loads

See [Lift](#lift).
`;

test('a chapter consists of its title, summary and sections with plain text', () => {
  const { title, summary, sections } = parseChapter('cranes', FILE);
  expect([title, summary]).toEqual(['Cranes', 'How to use cranes.']);
  expect(sections.map(({ anchor, level, text }) => [anchor, level, text])).toEqual([
    ['', 1, 'How to use cranes.'],
    ['lift', 2, 'Hook first. no heading lift --slowly'],
    ['heavy-loads', 3, 'See Lift.'],
  ]);
});

test('the search returns sections with all words, those with matching headings first', () => {
  const search = (query: string) =>
    searchChapters([parseChapter('cranes', FILE)], query).map(({ section }) => section.anchor);
  expect(search('lift')).toEqual(['lift', 'heavy-loads']);
  expect(search('HEAVY lift')).toEqual(['heavy-loads']);
  expect(search('helicopter')).toEqual([]);
  expect(search('  ')).toEqual([]);
});
