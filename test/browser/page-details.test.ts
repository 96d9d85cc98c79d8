import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { MARA } from './mara.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
});
afterAll(() => plant?.stop());

const open = async (path: string) => {
  await page.goto(plant.url + path);
  await plant.session.settled();
};

test('the drop area of slides has a frame when the imports were not opened', async () => {
  await open('/slides');
  const area = page.getByRole('region', { name: 'Add images' });
  expect(await area.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('dashed');
});

test('the plugins page names required plugins by their titles', async () => {
  await open('/admin/plugins');
  await page.getByRole('row', { name: /^PCs/ }).getByText('Computers, Notices', { exact: true }).waitFor();
});

test('the search page states its purpose and shows its whole placeholder', async () => {
  await open('/search');
  await page.getByText('Find assets, people, locations, catalog entries and pages').waitFor();
  const { width } = (await page.getByLabel('Search for').boundingBox())!;
  expect(width).toBeGreaterThan(500);
});

test('the tabs of the settings stay when another section is open', async () => {
  await open('/admin/settings');
  await page.getByRole('link', { name: 'Logo and colors' }).click();
  await page.getByRole('heading', { name: 'Logo and colors' }).waitFor();
  const tab = page.getByRole('navigation', { name: /pages$/ }).getByRole('link', { name: 'Settings' });
  expect(await tab.getAttribute('aria-current')).toBe('page');
});

test('a list stays as it is while a typed key has no value', async () => {
  await open('/assets');
  const box = page.getByLabel('Search in All assets');
  await box.fill('lathe type:');
  await page.getByRole('listbox', { name: 'Fields and values' }).getByRole('option').first().waitFor();
  await page.getByText('Lathe 1').first().waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toBeNull();
  await box.fill('lathe type:missing');
  await page.getByText('No assets match').waitFor();
});

test('the command palette marks records as records', async () => {
  await open('/');
  await page.keyboard.press('Control+K');
  await page.getByLabel('Command', { exact: true }).fill('packer');
  await page.getByRole('option', { name: /Packer.*Record$/ }).waitFor();
});

test('the overview of a computer names the types of its addresses', async () => {
  const { data } = await plant.send('POST', '/computers', { assetnumber: 'PC-A', hostname: 'pc-a' });
  const { assetid, computerid } = data as { assetid: number; computerid: number };
  await plant.send('POST', `/assets/${assetid}/communications`, { commtype: 'ip', address: '10.9.8.7' });
  await open(`/computers/${computerid}`);
  await page.getByRole('listitem').filter({ hasText: '10.9.8.7 IP address' }).waitFor();
});

test('the filters and the tools of a list share one line on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  try {
    await open('/computers');
    const top = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())!.y;
    expect(Math.abs((await top('Filter')) - (await top('Group rows')))).toBeLessThan(12);
  } finally {
    await page.setViewportSize(DESK);
  }
});

test('a text area that gets the focus is above the bar with the buttons', async () => {
  await open('/computers/new');
  await page.getByLabel('Maintenance reference').focus();
  await page.keyboard.press('Tab');
  const field = page.getByLabel('Notes');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  const bottomOf = async (locator: typeof field) => (await locator.boundingBox())!;
  const [input, bar] = await Promise.all([field, page.locator('.mw-form-foot')].map(bottomOf));
  expect(input!.y + input!.height).toBeLessThanOrEqual(bar!.y);
});

test('the audit log folds repeated sign-ins into one row', async () => {
  for (let n = 0; n < 2; n++) await plant.send('POST', '/auth/login', MARA);
  await open('/admin/audit');
  await page
    .getByRole('row')
    .filter({ hasText: /signed in/ })
    .getByText(/^, \d+ times$/)
    .first()
    .waitFor();
});

test('the global search opens a page before a record that has a typing error only', async () => {
  await plant.send('POST', '/models', { modelnumber: 'Desk 7090 Tower' });
  await open('/');
  const box = page.getByLabel('Search everything');
  await box.fill('toner');
  await page.getByRole('option', { name: /Tower/ }).waitFor();
  const [first] = await page.getByRole('listbox', { name: 'Search results' }).getByRole('option').all();
  expect(await first!.textContent()).toContain('Printer supplies');
  await box.press('Enter');
  await page.getByRole('heading', { name: 'Printer supplies', level: 1 }).waitFor();
});

test('the page of backups requests the targets once', async () => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await open('/backups');
  await page.getByRole('heading', { name: 'Backups of the appliance' }).waitFor();
  expect(requests.filter((url) => url.endsWith('/backups/targets'))).toHaveLength(1);
});

test('Enter in the field search of a bulk edit adds the field and saves nothing', async () => {
  await open('/assets?search=lathe');
  await page.getByLabel('Select all on this page').first().check();
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Status' }).or(dialog.getByLabel('Status')).first().click();
  await page.getByRole('option', { name: 'In repair' }).click();
  await dialog.getByRole('button', { name: 'Edit 3' }).and(page.locator(':enabled')).waitFor();
  const search = dialog.getByLabel('Add field');
  await search.fill('nothing like this');
  await page.getByRole('listbox', { name: 'Add field' }).getByText('Nothing found').waitFor();
  await search.press('Enter');
  await search.fill('note');
  await search.press('Enter');
  await dialog.getByLabel('Notes').first().waitFor();
  const { data } = await plant.send('GET', '/assets?statusid__in=3');
  expect((data as unknown[]).length).toBe(0);
  await page.keyboard.press('Escape');
});

test('the page of a machine links the PC that controls it', async () => {
  const create = async (path: string, body: object) =>
    (await plant.send('POST', path, body)).data as unknown as Record<string, number>;
  const pc = await create('/computers', { assetnumber: 'PC-LINK', hostname: 'pc-link' });
  const machine = await create('/machines', { assetnumber: 'MC-LINK' });
  const types = (await plant.send('GET', '/assets/relationshiptypes?per_page=100')).data as unknown as {
    relationshiptype: string;
    relationshiptypeid: number;
  }[];
  await create('/assets/relationships', {
    sourceassetid: pc.assetid,
    targetassetid: machine.assetid,
    relationshiptypeid: types.find(({ relationshiptype }) => relationshiptype === 'controls')!
      .relationshiptypeid,
  });
  await open(`/machines/${machine.machineid}`);
  await page.locator('dd').getByRole('link', { name: 'PC-LINK' }).first().click();
  await page.getByRole('heading', { name: 'pc-link', level: 1 }).waitFor();
});

test('connection types and the scopes of service tokens are named in words', async () => {
  await open('/assets/relationshiptypes');
  await page.getByRole('cell', { name: 'Connected to connectedto' }).waitFor();
  await open('/admin/tokens');
  await page.getByRole('button', { name: 'New token' }).first().click();
  await page.getByLabel('Name', { exact: false }).first().fill('Collector');
  await page.getByLabel('Service token').check();
  await page.getByLabel('Selected permissions').check();
  await page.getByRole('combobox', { name: 'Permissions' }).fill('collectors');
  await page.getByRole('option', { name: 'Send reports of collectors (collector.ingest)' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('cell', { name: 'Send reports of collectors', exact: true }).waitFor();
});
