import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant, withPlantSetting } from './filled-plant.ts';
import { openByMenu } from './menu.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterEach(() => plant.session.page.unrouteAll());
afterAll(() => plant?.stop());

const open = async (path: string) => {
  const { session, url } = plant;
  await session.page.goto(url + path);
  await session.settled();
  return session.page;
};

test('the user form offers to mail the password only when a mail server is set', async () => {
  const page = await open('/admin/users');
  await page.getByRole('button', { name: 'New user' }).click();
  const send = page.getByLabel('Send password by mail');
  await page.getByText('No mail server is set').waitFor();
  expect([await send.isChecked(), await send.isEnabled()]).toEqual([false, false]);
  await withPlantSetting(plant, 'smtp_host', 'mail.plant.example', async () => {
    await open('/admin/users');
    await page.getByRole('button', { name: 'New user' }).click();
    await send.waitFor();
    await plant.session.settled();
    expect([await send.isChecked(), await send.isEnabled()]).toEqual([true, true]);
  });
});

test('the settings page hides internal settings and shows options as text', async () => {
  const page = await open('/admin/settings');
  await page.getByLabel('Plant name', { exact: true }).waitFor();
  expect(await page.getByText('Setup finished').count()).toBe(0);
  await page.getByLabel('Search in settings').fill('anonymous_read');
  const choices = await page.locator('#setting-anonymous_read option').allInnerTexts();
  expect(choices[0]).toBe('Everything');
  const { data } = await plant.send('GET', '/settings');
  expect(data).toContainEqual(expect.objectContaining({ key: 'setup_complete', offered: false }) as never);
});

test('an import continues when the user opens another page, and a link leads back to it', async () => {
  const page = await open('/imports?target=vendors');
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/imports', async (route) => {
    const isCommit =
      route.request().method() === 'POST' &&
      route.request().postData()?.includes('name="dryrun"\r\n\r\nfalse');
    if (isCommit) await gate;
    await route.continue();
  });
  const file = { name: 'way.csv', mimeType: 'text/csv', buffer: Buffer.from('vendor\nWay Works\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await openByMenu(page, 'Records', 'Lists', 'Vendors');
  await page.getByRole('link', { name: 'Importing way.csv: open import' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
  await openByMenu(page, 'Records', 'Lists', 'Vendors');
  release();
  await page.getByText('way.csv imported: 1 added, 0 changed.').waitFor();
  await page.getByRole('link', { name: 'Way Works' }).waitFor();
  await page.unroute('**/api/imports');
  await open('/admin/imports');
  expect(new URL(page.url()).pathname).toBe('/imports');
});

test('the import page names no API field when a file has no known column', async () => {
  const page = await open('/imports?target=vendors');
  const file = { name: 'odd.csv', mimeType: 'text/csv', buffer: Buffer.from('Gizmo\nx\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).not.toContain('mapping:');
});

test('the import page shows rows with the same errors once with their lines', async () => {
  const page = await open('/imports?target=assets');
  const rows = Array.from({ length: 30 }, (_, n) => `R-${n};Nonsense`).join('\n');
  const file = { name: 'r.csv', mimeType: 'text/csv', buffer: Buffer.from(`Asset Tag;Category\n${rows}\n`) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('30 lines: 2, 3, 4, 5, 6, 7, 8, 9 …').waitFor();
  expect(await page.getByRole('list', { name: 'Rows' }).locator('> li').count()).toBe(1);
});

test('a list offers to select all matching rows only when a search or filter narrows it', async () => {
  const page = await open('/assets?per_page=25');
  for (let n = 1; n <= 30; n++) {
    const { assettypeid } = (
      (await plant.send('GET', '/assets/types')).data as { assettypeid: number }[]
    )[0]!;
    await plant.send('POST', '/assets', { assetnumber: `W-${n}`, name: `Welder ${n}`, assettypeid });
  }
  const bar = page.getByRole('region', { name: 'Selected rows' });
  const all = page.getByRole('button', { name: /Select all .* matching/ });
  // Showing inactive records in addition does not narrow the list.
  const wide = ['/assets?per_page=25', '/assets?per_page=25&active=false', '/assets?per_page=25&search=%20'];
  for (const path of [...wide, '/computers?per_page=25']) {
    await open(path);
    await page.getByLabel('Select all on this page').check();
    await bar.getByText('Search or filter the list to select all matches.').waitFor();
    expect(await all.count()).toBe(0);
  }
  await open('/assets?per_page=25&search=Welder');
  await page.getByLabel('Select all on this page').check();
  await all.click();
  await bar.getByText('30 selected').waitFor();
  await bar.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('30');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('30 assets deactivated.').waitFor();
});

test('all matching rows of a type are selected across pages, and no others', async () => {
  for (let n = 1; n <= 120; n++)
    await plant.send('POST', '/machines', { assetnumber: `PR-${n}`, name: `Press brake ${n}` });
  await plant.send('POST', '/machines', { assetnumber: 'SAW-1', name: 'Band saw' });
  const page = await open('/machines?per_page=25&search=Press%20brake');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Select all 120 matching' }).click();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('120');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('120 machines deactivated.').waitFor();
  const left = await plant.send('GET', '/machines?per_page=100&search=brake');
  const saw = await plant.send('GET', '/machines?search=Band%20saw');
  expect([left.data, saw.data]).toMatchObject([[], [{ name: 'Band saw' }]]);
});

test('a list does not offer to select more assets than can be changed at once', async () => {
  const page = await open('/assets');
  await page.route('**/api/assets?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.meta.pagination.total = 10_001;
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await page.getByLabel('Select all on this page').check();
  await page.getByText('You can change at most 10,000 at once').waitFor();
  expect(await page.getByRole('button', { name: /Select all .* matching/ }).count()).toBe(0);
  await page.unroute('**/api/assets?*');
  // The limit on the server is the same.
  const ids = Array.from({ length: 10_001 }, (_, n) => n + 1);
  const most = plant.send('PATCH', '/assets/bulk', { ids, changes: { statusid: 1 } });
  await expect(most).rejects.toThrow('Change at most 10000 assets at once.');
});

test('the audit log links to its records, and a vendor links to the assets that use it', async () => {
  const page = await open('/admin/audit?search=m-2');
  await page.getByRole('link', { name: 'M-2', exact: true }).click();
  await page.getByRole('heading', { name: 'M-2' }).waitFor();
  const { data } = await plant.send('POST', '/vendors', { vendor: 'Used Works' });
  const { vendorid } = data as { vendorid: number };
  await plant.send('PUT', '/assets/1', { vendorid });
  await open(`/vendors/${vendorid}`);
  await page.getByRole('region', { name: 'Used by' }).getByRole('link', { name: 'All assets 1' }).click();
  await page.getByRole('link', { name: 'M-1', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'M-2', exact: true }).count()).toBe(0);
});
