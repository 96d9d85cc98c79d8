import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';

setDefaultTimeout(240_000);

const AXE = readFileSync(join(import.meta.dir, '../../node_modules/axe-core/axe.min.js'), 'utf8');
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
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
];

let appliance: Appliance;
let session: BrowserSession;
let paths: string[];
beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls'] });
  const admin = await firstAdmin();
  await fill(admin);
  paths = await navigationPaths(admin);
  session = await openBrowser({ viewport: WIDTHS[0] });
  await signIn(session.page);
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

type Send = (method: string, path: string, body?: object) => Promise<{ data: never }>;

async function firstAdmin(): Promise<Send> {
  const send =
    (token?: string): Send =>
    async (method, path, body) => {
      const headers = new Headers({ 'content-type': 'application/json' });
      if (token) headers.set('authorization', `Bearer ${token}`);
      const response = await fetch(`${appliance.url}/api${path}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer;
    };
  const person = { username: 'mara', password: 'correct horse', email: 'mara@plant.example' };
  await send()('POST', '/setup/create-admin', person);
  const { data } = await send()('POST', '/auth/login', person);
  return send((data as { access_token: string }).access_token);
}

/** One of each thing that a page shows. */
async function fill(send: Send): Promise<void> {
  const [type] = (await send('GET', '/assets/types')).data as { assettypeid: number }[];
  for (let n = 1; n <= 3; n++) {
    const asset = { assetnumber: `M-${n}`, name: `Lathe ${n}`, assettypeid: type!.assettypeid };
    await send('POST', '/assets', asset);
  }
  const options = ['low', 'high'];
  await send('POST', '/customfields', { fieldname: 'risk', label: 'Risk', fieldtype: 'select', options });
  await send('POST', '/applications', { appname: 'Packer' });
  await send('POST', '/applications/1/versions', { version: '1.0' });
  await send('POST', '/kioskdevices', { cabinetname: 'Cabinet 1', kind: 'usb' });
}

interface Node {
  path?: string;
  children?: Node[];
}

async function navigationPaths(send: Send): Promise<string[]> {
  const leaves = (nodes: Node[]): string[] =>
    nodes.flatMap((node) => [...(node.path ? [node.path] : []), ...leaves(node.children ?? [])]);
  return [...new Set([...leaves((await send('GET', '/dashboard/navigation')).data), ...OTHERS])];
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${appliance.url}/login`);
  await page.getByLabel(/User ?name/i).fill('mara');
  await page.locator('input[type=password]').fill('correct horse');
  await page.keyboard.press('Enter');
  await page.getByLabel('Search everything').waitFor();
}

/** What is wrong with the page as it stands: text that runs out of the screen, and what axe finds. */
async function faultsOf(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const violations: string[] = await page.evaluate(`${AXE};
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`);
  return overflow > 0 ? [`${overflow} px too wide`, ...violations] : violations;
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page is readable by everybody, on a desk and on a phone, in ${colorScheme} colours`, async () => {
    const { page } = session;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const faults: string[] = [];
    for (const path of paths) {
      await page.goto(appliance.url + path);
      for (const size of WIDTHS) {
        await page.setViewportSize(size);
        await settle(page);
        for (const fault of await faultsOf(page)) faults.push(`${path} at ${size.width}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
    expect(session.problems).toEqual([]);
  });
}

test('a file becomes records after a look at what would happen, and can be taken back', async () => {
  const { page } = session;
  await page.setViewportSize(WIDTHS[0]!);
  await page.goto(`${appliance.url}/imports?target=assets`);
  const text =
    'Asset Tag;Item name;Category;Colour\nX-1;Saw;Machine;red\nM-1;Big lathe;;\nX-2;Lamp;Nonsense;';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plant.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const rows = page.getByRole('list', { name: 'Rows' });
  await rows.getByText(/no asset type "Nonsense"/).waitFor();
  await page.getByRole('button', { name: /1 to change/ }).click();
  expect(await rows.innerText()).toContain('Big lathe');
  expect(await page.getByLabel('Field for the column Colour').inputValue()).toBe('');
  const commit = page.getByRole('button', { name: 'Import 2 rows' });
  expect(await commit.isEnabled()).toBe(false);
  await page.getByLabel('Leave out the row in error').check();
  await commit.click();
  await page.getByText('1 added, 1 changed, 1 left out.').waitFor();
  await page.getByRole('button', { name: 'Open all assets' }).click();
  await page.getByText('Big lathe').waitFor();
  await page.goto(`${appliance.url}/imports`);
  await page.getByRole('button', { name: 'Undo the import of plant.csv' }).click();
  await page.getByRole('button', { name: 'Undo the import', exact: true }).click();
  await page.getByText('The import of plant.csv is undone.').waitFor();
  await page.goto(`${appliance.url}/assets`);
  await page.getByText('Lathe 1').waitFor();
  expect(await page.getByText('X-1').count()).toBe(0);
  expect(session.problems).toEqual([]);
});
