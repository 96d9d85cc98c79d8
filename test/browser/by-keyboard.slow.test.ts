import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { toSentenceForm } from '../../src/kit/sentence-form.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { openTab } from './open-tab.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let machine: { machineid: number; assetid: number };
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  machine = (await plant.send('POST', '/machines', { assetnumber: 'MC-1', name: 'Lathe' })).data;
  await plant.send('POST', '/computers', { assetnumber: 'PC-1', hostname: 'lathe-pc' });
  for (const vendor of ['Aachen Tools', 'Zeblin']) await plant.send('POST', '/vendors', { vendor });
});
afterEach(() => expect(plant.session.problems.splice(0)).toEqual([]));
afterAll(() => plant?.stop());

const open = async (path: string) => {
  const { session, url } = plant;
  await session.page.goto(url + path);
  await session.settled();
  return session.page;
};

test('a combobox selects the typed match on Enter and does not submit the form', async () => {
  const page = await open('/machines/new');
  await page.getByLabel('Asset number').fill('MC-2');
  const vendor = page.getByRole('combobox', { name: 'Vendor' });
  await vendor.focus();
  await page.keyboard.type('zeb');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('#field-vendorid')?.value === 'Zeblin',
  );
  expect(await vendor.getAttribute('aria-expanded')).toBe('false');
  expect(new URL(page.url()).pathname).toBe('/machines/new');
  await vendor.press('ControlOrMeta+a');
  await page.keyboard.type('no such vendor');
  await plant.session.settled();
  await page.keyboard.press('Enter');
  // Closing the dialog for a missing vendor keeps the previous one.
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await vendor.inputValue()).toBe('Zeblin');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'MC-2' }).waitFor();
});

test('the machine page connects a machine to its PC by keyboard when it has none', async () => {
  const page = await open(`/machines/${machine.machineid}`);
  await openTab(page, 'PCs and devices');
  await page.getByRole('button', { name: 'Connect a PC' }).click();
  const other = page.getByRole('combobox', { name: 'Other asset' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  expect(await other.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('PC-1');
  await page.keyboard.press('Enter');
  await page.locator('[role=dialog] [role=combobox][aria-expanded=true]').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Controlled by' }).getByRole('link', { name: 'PC-1' }).waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByText('Controlled by', { exact: true }).first().waitFor();
});

test('a dialog focuses its first field when a plugin renders the field', async () => {
  await plant.send('POST', '/usb', { assetnumber: 'US-1', deviceid: 'US-1' });
  const page = await open('/usb/1');
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'holdersso');
  await page.keyboard.type('4711');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Check in' }).waitFor();
});

test('the machine page links to the map when the machine has no position', async () => {
  const page = await open(`/machines/${machine.machineid}`);
  await page.getByRole('button', { name: 'Place on floor plan' }).click();
  await page.waitForURL(`**/map?panel=unplaced&find=MC-1`);
});

test('the rows of a report link to their records', async () => {
  await plant.send('POST', '/machines', { assetnumber: 'MC-ALONE' });
  const page = await open('/reports/machines-without-pc');
  await page.getByRole('link', { name: 'MC-ALONE' }).click();
  await page.waitForURL('**/machines/*');
  await plant.send('POST', '/warranty', {
    warrantyname: 'Care',
    startdate: '2020-01-01',
    enddate: plantDay(20),
  });
  await open('/reports/warranty-expiring');
  expect(await page.getByRole('columnheader', { name: 'ID', exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'Care' }).click();
  await page.waitForURL('**/warranty/1');
});

test('the dialog that finishes a stocktake can be closed, and the stocktake can be cancelled', async () => {
  const location = (await plant.send('POST', '/locations', { location: 'Hall' })).data as {
    locationid: number;
  };
  const { stocktakeid } = (await plant.send('POST', '/stocktakes', location)).data as { stocktakeid: number };
  const page = await open(`/stocktake/${stocktakeid}`);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue scanning' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByLabel('Code of a label').waitFor();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Cancel stocktake without changes' }).click();
  await page.getByText('This stocktake was canceled.').waitFor();
});

test.each([
  ['USB device', 'USB device'],
  ['Network device', 'network device'],
  ['Measuring tool', 'measuring tool'],
])('toSentenceForm converts %s to %s', (title, sentence) => {
  expect(toSentenceForm(title)).toBe(sentence);
});

const plantDay = (ahead: number): string =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
