import { expect, test } from 'bun:test';
import { findPlainWordBreaches } from '../../build/check-words.ts';
import { splitSource } from '../../build/source-parts.ts';
import { findWordHits } from '../../build/words/find-hits.ts';

const kindsIn = (path: string, text: string) => findWordHits({ path, text }).map(({ kind }) => kind);

test('the splitter returns comments, strings, templates and patterns, and blanks them in the code', () => {
  const source =
    "const a = 'it\\'s'; // first\nconst b = `x ${a + 'y'} z`; /* second */ const c = /a[/]b/;\n";
  const { code, comments, patterns, strings } = splitSource(source);
  expect(comments.map(({ text }) => text)).toEqual([' first', ' second ']);
  expect(strings.map(({ text }) => text)).toEqual(["it\\'s", 'x ', 'y', ' z']);
  expect(patterns.map(({ text }) => text)).toEqual(['a[/]b']);
  expect(code).toHaveLength(source.length);
  expect(code.replace(/\s+/g, ' ')).toBe("const a = ' '; const b = ` ${a + ' '} `; const c = / /; ");
});

test('an apostrophe in JSX text starts no string', () => {
  const source = "<p>The user's page</p>;\n// a comment\n";
  expect(splitSource(source).comments.map(({ text }) => text)).toEqual([' a comment']);
});

test.each([
  ['/** What the caller sends. */', 'comment'],
  ['/** Whoever calls is let in. */', 'comment'],
  ['// The row is kept for a day.\n', 'comment'],
  ['/**\n * Returns the row that the caller\n * was told of.\n */', 'comment'],
  ["say('Nobody may read this.');", 'text'],
  ['say(`Nobody may read ${this}.`);', 'text'],
  ['export interface Told {}', 'type'],
  ['export type Waiting = string;', 'type'],
  ['export function fileless() {}', 'function'],
  ['export const fileless = (a: number) => a;', 'function'],
  ['export const fileless = async (a: number) => a;', 'function'],
])('the check finds one place in %j', (source, kind) => {
  expect(kindsIn('src/x.ts', source)).toEqual([kind] as never);
});

test.each([
  '/** Returns the row of the caller. */',
  '/** By default, the list is empty. */',
  '// biome-ignore lint/x: nobody reads this\n',
  '/** The machine lies in a hall. */',
  '/** Reads `what is told` from the file. */',
  "import { told } from './told.ts';",
  'export interface CallerOptions {}',
  'export interface Setting {}',
  'export function readFile() {}',
  'export const isReady = () => true;',
  'export const nameOf = (row: Row) => row.name;',
  'export const vendorRoutes = () => [];',
  'export const limits = { rows: 3 };',
])('the check accepts %j', (source) => {
  expect(kindsIn('src/x.ts', source)).toEqual([]);
});

test('the check reads test titles once, as titles', () => {
  const source = "test('what is sent is kept', () => {});\ntest('the server stores a report', () => {});\n";
  expect(kindsIn('test/x.test.ts', source)).toEqual(['title']);
});

test('the check reads components and texts between tags in a .tsx file', () => {
  const source = 'export const Beside = () => <p>Nobody is told of it</p>;\n';
  expect(kindsIn('src/x.tsx', source)).toEqual(['text', 'type']);
});

test('the check reports a kind only above its limit, with path and line', () => {
  const hits = findWordHits({ path: 'src/x.ts', text: '\n// What is sent.\n' });
  const limits = { comment: 1, text: 0, title: 0, type: 0, function: 0 };
  expect(findPlainWordBreaches(hits, limits)).toEqual([]);
  const [summary, line] = findPlainWordBreaches(hits, { ...limits, comment: 0 });
  expect(summary).toBe('1 of kind comment, at most 0 are allowed:');
  expect(line).toStartWith('src/x.ts:2 comment "What is sent."');
});
