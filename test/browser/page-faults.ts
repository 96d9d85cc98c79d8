import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { HANG_MS } from '../support/hang.ts';
import { findMisplaced } from './find-misplaced.ts';
import type { FilledPlant, Send } from './filled-plant.ts';

const AXE = readFileSync(join(import.meta.dir, '../../node_modules/axe-core/axe.min.js'), 'utf8');
export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** Milliseconds after which a test that visits up to twenty pages hangs: each page may take as long as any wait. */
export const WALK_MS = 20 * HANG_MS;
/** Pages that no entry of the navigation leads to. */
const OTHERS = [
  '/imports',
  '/kioskdevices',
  '/dashboarddefaults',
  '/account',
  '/search?q=lathe',
  '/assets/1',
  '/assets/1/edit',
  '/assets/new',
  '/applications/1?tab=versions',
  '/customfields/1/edit',
  '/kioskdevices/new',
  '/print/asset-label/asset/1',
  '/nothing-here',
  '/reports/none-such',
];

interface Node {
  path?: string;
  children?: Node[];
}

/** Every page: what the navigation leads to, and what it does not. */
export async function listAllPaths(send: Send): Promise<string[]> {
  const leaves = (nodes: Node[]): string[] =>
    nodes.flatMap((node) => [...(node.path ? [node.path] : []), ...leaves(node.children ?? [])]);
  return [...new Set([...leaves((await send('GET', '/dashboard/navigation')).data), ...OTHERS])];
}

/** The walk over all pages in parts of like length, each a test of its own: one is told by its name, and gets its own time. */
export const PARTS = [1, 2, 3, 4, 5, 6];
export const selectPart = (paths: readonly string[], part: number): string[] =>
  paths.filter((_, index) => index % PARTS.length === part - 1);

/** What is wrong with these pages, on a desk and on a phone: one line for each fault. */
export async function findPageFaults(
  { url, session }: FilledPlant,
  paths: readonly string[],
  colorScheme: 'light' | 'dark',
): Promise<string[]> {
  const { page } = session;
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(url + path);
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      await page.locator('h1').first().waitFor();
      await session.settled();
      for (const fault of await findFaults(page)) faults.push(`${path} at ${size.width}: ${fault}`);
    }
  }
  return faults;
}

/** The same of a page that cannot be left, in every look: where it is in the middle of something. */
export async function findFaultsInAllLooks(page: Page): Promise<string[]> {
  const before = page.viewportSize()!;
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of [before, PHONE]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      for (const fault of await findFaults(page)) faults.push(`${colorScheme} at ${size.width}: ${fault}`);
    }
  await page.setViewportSize(before);
  return faults;
}

/** Text that runs out of the screen, what axe finds, and what lies where nobody can press or read it. */
export async function findFaults(page: Page): Promise<string[]> {
  const wide = await findOverflow(page);
  // Text in the very colour of its ground is a question to axe, no violation: it may be meant to be unseen.
  const violations: string[] = await page.evaluate(`${AXE};
    axe.run(document, { resultTypes: ['violations', 'incomplete'] }).then(({ violations, incomplete }) => [
      ...violations.filter(({ impact }) => impact !== 'minor'),
      ...incomplete
        .filter(({ id }) => id === 'color-contrast')
        .map(({ id, nodes }) => ({
          id: id + ' of nothing',
          nodes: nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio')),
        }))
        .filter(({ nodes }) => nodes.length > 0),
    ].map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`);
  return [...wide, ...violations, ...(await findMisplaced(page))];
}

/** By how much the page, or the panel beside a list, is wider than what it is seen in: nobody scrolls sideways for text. */
export async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.mw-panel-body')].flatMap((one) => {
      const beyond = one.scrollWidth - one.clientWidth;
      return beyond > 0 ? [`${beyond} px too wide${one.className ? ` in ${one.className}` : ''}`] : [];
    }),
  );
}
