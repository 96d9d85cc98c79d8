import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, type Send, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
const ids: Record<string, number> = {};
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  await furnish(plant.send);
});
afterEach(() => expect(plant.session.problems.splice(0)).toEqual([]));
afterAll(() => plant?.stop());

/** Creates a PC in a cell of a hall. The PC controls a machine, which has a gauge. */
async function furnish(send: Send): Promise<void> {
  const create = async (path: string, body: object) =>
    (await send('POST', path, body)).data as Record<string, number>;
  const hall = await create('/locations', { location: 'Hall N' });
  const cell = await create('/locations', { location: 'Cell N1', parentlocationid: hall.locationid });
  const [old, kept] = [
    await create('/vendors', { vendor: 'Acme' }),
    await create('/vendors', { vendor: 'Acme Inc.' }),
  ];
  const pc = await create('/computers', {
    assetnumber: 'PC-N1',
    locationid: cell.locationid,
    vendorid: old.vendorid,
  });
  const types = (await send('GET', '/assets/types?per_page=100')).data as {
    assettype: string;
    assettypeid: number;
  }[];
  const assettypeid = types.find(({ assettype }) => assettype === 'Other')!.assettypeid;
  const machine = await create('/assets', { assetnumber: 'NC-MACHINE', name: 'Mill', assettypeid });
  const gauge = await create('/assets', { assetnumber: 'NC-GAUGE', assettypeid });
  const ways = (await send('GET', '/assets/relationshiptypes')).data as Record<string, number | string>[];
  const way = (name: string) => ways.find((one) => one.relationshiptype === name)!.relationshiptypeid;
  const tie = (source: number, target: number, name: string) =>
    create('/assets/relationships', {
      sourceassetid: source,
      targetassetid: target,
      relationshiptypeid: way(name),
    });
  await tie(pc.assetid!, machine.assetid!, 'controls');
  await tie(gauge.assetid!, machine.assetid!, 'partof');
  Object.assign(ids, {
    pc: pc.assetid,
    computer: pc.computerid,
    machine: machine.assetid,
    old: old.vendorid,
  });
  Object.assign(ids, { kept: kept.vendorid, hall: hall.locationid });
}

const open = async (path: string) => {
  await page.goto(plant.url + path);
  await plant.session.settled();
};
const address = () => page.url().slice(plant.url.length);

test('the page of an asset redirects to the page of its computer and keeps the tab', async () => {
  await open(`/assets/${ids.pc}?tab=history`);
  await page.waitForURL(`**/computers/${ids.computer}?tab=history`);
  await page.getByRole('heading', { level: 1, name: 'PC-N1' }).waitFor();
  await open(`/assets/${ids.pc}/edit`);
  await page.waitForURL(`**/computers/${ids.computer}/edit`);
});

test('the connections of a PC are navigated by keyboard and link to the page of an asset', async () => {
  await open(`/computers/${ids.computer}`);
  await page.getByRole('button', { name: /^NC-MACHINE Controls/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^NC-GAUGE Contains/ }).waitFor();
  await page.getByRole('link', { name: 'Open Mill, NC-MACHINE' }).click();
  await page.getByRole('heading', { level: 1, name: 'NC-MACHINE' }).waitFor();
  expect(address()).toBe(`/assets/${ids.machine}`);
});

test('a row opens a panel next to the list, the arrows move through rows and Escape closes it', async () => {
  await open('/assets?search=NC-');
  await page.getByRole('cell', { name: 'Mill' }).click();
  const panel = page.getByRole('complementary', { name: 'NC-MACHINE' });
  await panel.getByRole('tab', { name: 'History' }).click();
  expect(address()).toContain(`open=${ids.machine}`);
  await panel.getByRole('button', { name: 'Previous row' }).click();
  await page.getByRole('complementary', { name: 'NC-GAUGE' }).waitFor();
  // The pointer is still over the arrow and shows its tooltip. The first Escape must close the panel anyway.
  await page.getByRole('tooltip', { name: 'Previous row' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  expect(address()).toBe('/assets?search=NC-');
});

test('the list of locations is a tree and links to the assets of each location', async () => {
  await open('/locations');
  const hall = page.getByRole('listitem').filter({ hasText: 'Hall N' });
  await hall.getByRole('button', { name: 'Close Hall N' }).click();
  await page.getByRole('link', { name: 'Cell N1' }).waitFor({ state: 'detached' });
  await hall.getByRole('link', { name: '1 asset' }).click();
  await page.getByRole('link', { name: 'PC-N1' }).waitFor();
  expect(address()).toBe(`/assets?locationid=${ids.hall}`);
});

test('the asset page uploads a file and removes it', async () => {
  await open(`/assets/${ids.machine}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Manual.txt', mimeType: 'text/plain', buffer: Buffer.from('Oil it.') });
  await page.getByRole('button', { name: 'Remove Manual.txt' }).click();
  await page.getByText('Manual.txt removed.').waitFor();
  await page.getByRole('button', { name: 'Remove Manual.txt' }).waitFor({ state: 'detached' });
});

test('two vendors are merged after a preview of the moved records', async () => {
  await open(`/vendors/${ids.old}`);
  await page.getByRole('link', { name: 'PC-N1' }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Merge into vendor').fill('Acme Inc');
  await page.getByRole('option', { name: 'Acme Inc.' }).click();
  await dialog.getByText('1 asset will refer to Acme Inc. instead', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await page.waitForURL(`**/vendors/${ids.kept}`);
  await page.getByText('Acme merged into Acme Inc.').waitFor();
});
