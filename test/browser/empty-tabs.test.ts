import { afterAll, expect, test } from 'bun:test';
import { partId } from '../../src/web/register/part-id.ts';
import { startFilledPlant } from './filled-plant.ts';
import { MARA, signIn } from './mara.ts';
import { openTab } from './open-tab.ts';
import { DESK, findFaultsInAllLooks } from './page-faults.ts';

const plant = await startFilledPlant(DESK);
afterAll(() => plant.stop());
const { page } = plant.session;

const tabs = () => page.getByRole('tab').allInnerTexts();
const current = () => page.getByRole('tab', { selected: true }).innerText();
const more = page.getByRole('button', { name: 'More tabs' });
const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());

/** The asset type Phone, which no plugin extends. */
const PHONE_TYPE = 8;
let made = 0;
interface Bare {
  assetid: number;
  assetnumber: string;
}
const create = async (): Promise<Bare> => {
  const asset = { assetnumber: `BARE-${++made}`, assettypeid: PHONE_TYPE };
  return (await plant.send('POST', '/assets', asset)).data as unknown as Bare;
};
/** Creates an asset without connections, papers or other rows, and opens its page. */
async function openNew(query = ''): Promise<Bare> {
  const data = await create();
  await page.goto(`${plant.url}/assets/${data.assetid}${query}`);
  await more.waitFor();
  return data;
}

test('tabs without rows are in the menu More, which opens one by keyboard', async () => {
  await openNew();
  expect(await tabs()).toEqual(['Overview', 'History']);
  await more.press('Enter');
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  expect(await items.allInnerTexts()).toEqual(['Connections', 'Warranty and backups']);
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await focused()).toBe('More');
  await page.keyboard.press('Enter');
  await page.locator('[role=menu]:focus, [role=menuitem]:focus').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Warranty and backups' }).waitFor();
  expect([await tabs(), await current()]).toEqual([
    ['Overview', 'Warranty and backups', 'History'],
    'Warranty and backups',
  ]);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await focused()).toBe('Warranty and backups');
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  expect([await tabs(), await current()]).toEqual([['Overview', 'History'], 'History']);
  await page.keyboard.press('ArrowRight');
  expect(await current()).toBe('Overview');
});

test('an empty tab is opened by its address, and stays in the row with its first row', async () => {
  await openNew('?tab=backups');
  expect([await tabs(), await current()]).toEqual([
    ['Overview', 'Warranty and backups', 'History'],
    'Warranty and backups',
  ]);
  await page.getByRole('button', { name: 'Record backup' }).first().click();
  await page.getByLabel('Backed up on').fill('2026-03-07');
  await page.getByLabel('Backed up on').press('Control+Enter');
  await page.getByRole('tab', { name: 'Warranty and backups 1' }).waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
  expect(await tabs()).toEqual(['Overview', 'Warranty and backups 1', 'History']);
});

test('a record without empty tabs has no menu More', async () => {
  const { assetid } = await openNew();
  await plant.send('POST', `/assets/${assetid}/communications`, { commtype: 'ip', address: '10.8.0.1' });
  await plant.send('POST', '/backups/assets', { assetid, backupdate: '2026-03-07' });
  await page.reload();
  await page.getByRole('tab', { name: 'Warranty and backups 1' }).waitFor();
  expect(await tabs()).toEqual(['Overview', 'Connections 1', 'Warranty and backups 1', 'History']);
  expect(await more.count()).toBe(0);
});

test('empty tabs of computers and of records other than assets are in the menu More', async () => {
  const { computerid } = (await plant.send('POST', '/computers', { assetnumber: 'BARE-PC' })).data as {
    computerid: number;
  };
  await page.goto(`${plant.url}/computers/${computerid}`);
  await more.click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(
    expect.arrayContaining(['Hardware', 'Applications', 'Agent', 'Logs']),
  );
  expect(await tabs()).toEqual(['Overview', 'History']);
  const { itemid } = (await plant.send('POST', '/printedparts/items', { itemcode: 'BARE-PART' })).data as {
    itemid: number;
  };
  await page.goto(`${plant.url}/printedparts/items/${itemid}`);
  await more.waitFor();
  expect(await tabs()).toEqual(['Overview']);
  await openTab(page, 'Print files');
  await page.getByRole('heading', { name: 'No print files yet' }).waitFor();
});

test('no empty tab is shown before the numbers of rows are loaded', async () => {
  const { assetid } = await openNew();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/tabcounts', async (route) => {
    await promise;
    await route.continue();
  });
  const row = async () => (await page.locator('.mw-tab-row').boundingBox())!.height;
  try {
    await page.goto(`${plant.url}/assets/${assetid}`);
    await page.getByRole('tab', { name: 'Overview' }).waitFor();
    expect([await tabs(), await more.count()]).toEqual([['Overview'], 0]);
    const height = await row();
    resolve();
    await more.waitFor();
    expect([await tabs(), await row()]).toEqual([['Overview', 'History'], height]);
  } finally {
    resolve();
    await page.unroute('**/tabcounts');
  }
});

test('all tabs are shown when the numbers of rows cannot be loaded', async () => {
  const { assetid } = await openNew();
  await page.route('**/tabcounts', (route) => route.fulfill({ status: 500, body: '{}' }));
  try {
    await page.goto(`${plant.url}/assets/${assetid}`);
    await page.getByRole('tab', { name: 'Warranty and backups' }).waitFor();
    expect(await tabs()).toEqual(['Overview', 'Connections', 'Warranty and backups', 'History']);
  } finally {
    await page.unroute('**/tabcounts');
    plant.session.problems.splice(0);
  }
});

test('a viewer reaches an empty tab, which offers nothing to add', async () => {
  const { assetid } = await create();
  const role = { rolename: 'Sees assets', permissions: ['assets.view'] };
  const { roleid } = (await plant.send('POST', '/users/roles', role)).data as unknown as { roleid: number };
  const account = { email: 'ina@plant.example', mustchangepassword: false, sendwelcome: false };
  await plant.send('POST', '/users', { ...MARA, username: 'ina', ...account, roles: [roleid] });
  const context = await plant.session.browser.newContext();
  try {
    const other = await context.newPage();
    await signIn(other, plant.url, 'ina');
    await other.goto(`${plant.url}/assets/${assetid}`);
    await openTab(other, 'Warranty and backups');
    await other.getByRole('heading', { name: 'No backups yet' }).waitFor();
    expect(await other.getByRole('button', { name: 'Record backup' }).count()).toBe(0);
  } finally {
    await context.close();
  }
});

test('the panel beside a list opens an empty tab, and Escape closes the menu before the panel', async () => {
  const data = await create();
  await page.goto(`${plant.url}/assets?open=${data.assetid}`);
  const panel = page.getByRole('complementary', { name: data.assetnumber });
  await plant.session.settled();
  await panel.getByRole('button', { name: 'More tabs' }).press('Enter');
  // The focus moves into the menu a moment after it opens.
  await page.locator('[role=menu]:focus, [role=menuitem]:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await panel.isVisible()).toBe(true);
  await openTab(panel, 'Connections');
  await panel.getByRole('heading', { name: 'Addresses', exact: true }).waitFor();
});

test('the parts of a tab without rows stand after the others', async () => {
  await openNew('?tab=history');
  const parts = page.locator(`#${partId('history')}, #${partId('stocktakes')}`);
  await parts.nth(1).waitFor();
  expect(await parts.evaluateAll((found) => found.map(({ id }) => id))).toEqual(
    ['history', 'stocktakes'].map(partId),
  );
});

test('the address of the history shows its tab without a number and does not scroll', async () => {
  const { assetid } = await openNew('?tab=history');
  await plant.session.settled();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.waitForURL(`**/assets/${assetid}?tab=history`);
  expect(await current()).toBe('History');
});

test('the values of a day in the future are refused at the input', async () => {
  await openNew('?tab=history');
  await page.getByLabel('As of').fill('2999-01-01');
  await page.getByText('Enter today or an earlier day.').waitFor();
  expect(await page.getByRole('heading', { name: /^Values of/ }).count()).toBe(0);
  expect(plant.session.problems).toEqual([]);
});
