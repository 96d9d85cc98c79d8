import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { HANG_MS } from '../support/hang.ts';
import type { FilledPlant, Send } from './filled-plant.ts';
import { findMisplaced } from './find-misplaced.ts';

const AXE = readFileSync(join(import.meta.dir, '../../node_modules/axe-core/axe.min.js'), 'utf8');
export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/**
 * Timeout in milliseconds of a test that visits up to twenty pages. Each page may take as long as any wait.
 */
export const WALK_MS = 20 * HANG_MS;
/** Pages without an entry in the navigation. */
const OTHERS = [
  '/imports',
  '/kioskdevices',
  '/dashboarddefaults',
  '/account',
  '/search?q=lathe',
  '/help',
  '/help?q=backup',
  '/help/install',
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

/** Returns the paths of all pages, in the navigation or not. */
export async function listAllPaths(send: Send): Promise<string[]> {
  const leaves = (nodes: Node[]): string[] =>
    nodes.flatMap((node) => [...(node.path ? [node.path] : []), ...leaves(node.children ?? [])]);
  return [...new Set([...leaves((await send('GET', '/dashboard/navigation')).data), ...OTHERS])];
}

/**
 * The parts of the walk over all pages. The parts are of similar length and separate tests, each with its own
 * name and timeout.
 */
export const PARTS = [1, 2, 3, 4, 5, 6];
export const selectPart = (paths: readonly string[], part: number): string[] =>
  paths.filter((_, index) => index % PARTS.length === part - 1);

/** Returns the faults of these pages on a desktop and on a phone, one line each. */
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

/** A state of a page that opens by hand, such as a menu or a dialog. */
export interface OpenedState {
  path: string;
  open: (page: Page) => Promise<unknown>;
}

/** Returns the faults of each state in every theme, opened on a desktop and again on a phone. */
export async function findStateFaults(
  { url, session }: FilledPlant,
  states: Readonly<Record<string, OpenedState>>,
): Promise<string[]> {
  const { page } = session;
  const faults: string[] = [];
  for (const [name, { path, open }] of Object.entries(states))
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      await page.goto(url + path);
      await session.settled();
      await open(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await session.settled();
        for (const fault of await findFaults(page))
          faults.push(`${name}, ${colorScheme} at ${size.width}: ${fault}`);
      }
    }
  return faults;
}

/**
 * Returns the faults of the current page in every theme and size, without a reload. It suits pages in the
 * middle of a task.
 */
export async function findFaultsInAllLooks(page: Page): Promise<string[]> {
  const before = page.viewportSize()!;
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of [before, PHONE]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      await drawFrames(page);
      for (const fault of await findFaults(page)) faults.push(`${colorScheme} at ${size.width}: ${fault}`);
    }
  await page.setViewportSize(before);
  return faults;
}

/** Waits until the page is drawn twice, because its parts move in the frame after a change of its size. */
export const drawFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Returns the faults of the current view: text wider than the screen, violations of axe, and misplaced
 * controls or text.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const wide = await findOverflow(page);
  // For text in the color of its background, axe reports an incomplete check instead of a violation. The text
  // may be intentionally invisible.
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

/**
 * Returns how much the page, or the panel next to a list, is wider than its view. Text must not require
 * horizontal scrolling.
 */
export async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.mw-panel-body')].flatMap((one) => {
      const beyond = one.scrollWidth - one.clientWidth;
      return beyond > 0 ? [`${beyond} px too wide${one.className ? ` in ${one.className}` : ''}`] : [];
    }),
  );
}
