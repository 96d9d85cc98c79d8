import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { headingAnchorOf } from '../../src/web/parts/markdown/heading-anchor.ts';
import { PAGES, proseOf, readPage, root } from './pages.ts';

interface Link {
  page: string;
  target: string;
}

const links: Link[] = PAGES.flatMap((page) =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => ({ page, target: target! })),
);
const inside = links.filter(({ target }) => !/^https?:/.test(target));

const anchorsOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => headingAnchorOf(heading!));

test('each link of the documentation leads to a file and a heading that exist', () => {
  expect(inside.length).toBeGreaterThan(40);
  const broken = inside.filter(({ page, target }) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(root, file))) return true;
    return anchor !== undefined && !anchorsOf(file).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('the front page names every chapter of the manual', () => {
  const front = proseOf('README.md');
  const missing = PAGES.filter((page) => page.startsWith('docs/') && !front.includes(`](${page})`));
  expect(missing).toEqual([]);
});

test.each([
  ['README.md', 150],
  ['CONTRIBUTING.md', 150],
] as const)('%s has at most %i lines', (page, max) => {
  expect(readPage(page).split('\n').length).toBeLessThanOrEqual(max);
});

test('each chapter starts with its title and one paragraph that says what it is for', () => {
  for (const page of PAGES.filter((page) => page.startsWith('docs/'))) {
    const [title = '', blank, first = ''] = proseOf(page).split('\n');
    expect([page, title.slice(0, 2), blank, /^[A-Z`].*\.$/.test(first)]).toEqual([page, '# ', '', true]);
  }
});
