import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant({ width: 1440, height: 900 });
  const { osid } = (await plant.send('POST', '/operatingsystems', { osname: 'Windows 7 Professional' }))
    .data as { osid: number };
  await plant.send('POST', '/computers', { assetnumber: 'PC-OLD', hostname: 'pc-old', osid });
  const warranty = { warrantyname: 'Press service', enddate: '2020-01-31' };
  await plant.send('POST', '/warranty', warranty);
});
afterAll(() => plant.stop());

for (const width of [1440, 390])
  test(`the page lists what is due and filters it at ${width} pixels`, async () => {
    const { page } = plant.session;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${plant.url}/`);
    const card = page.getByRole('region', { name: 'Due dates' });
    await card.getByRole('link', { name: /^Windows 7 Professional/ }).waitFor();
    await card.getByRole('link', { name: '2 overdue' }).click();
    await page.getByRole('link', { name: 'Press service' }).waitFor();
    await page.getByLabel('Kind').selectOption({ label: 'End of support' });
    await page.getByRole('heading', { name: '1 item' }).waitFor();
    expect(new URL(page.url()).search).toBe('?period=overdue&kind=endofsupport');
    expect(await page.getByRole('link', { name: 'Press service' }).count()).toBe(0);
    const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.body.scrollWidth }));
    expect(scrollWidth).toBeLessThanOrEqual(width);
    await page.getByRole('link', { name: /^Windows 7 Professional/ }).click();
    await page.getByText('PC-OLD').first().waitFor();
  });

for (const width of [1440, 390])
  test(`a user creates a calendar address and revokes it at ${width} pixels`, async () => {
    const { page } = plant.session;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${plant.url}/due?kind=warranties`);
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to calendar' });
    await dialog.getByLabel('Name').fill('My phone');
    await dialog.getByRole('button', { name: 'Create address' }).click();
    const copy = page.getByRole('dialog', { name: 'Copy address' });
    const address = await copy.getByText('/api/dashboard/due.ics').textContent();
    expect(address).toStartWith(`${plant.url}/api/dashboard/due.ics?token=mw_cal_`);
    expect(await (await fetch(address!)).text()).toContain('SUMMARY:Warranties: Press service\r\n');
    const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.body.scrollWidth }));
    expect(scrollWidth).toBeLessThanOrEqual(width);
    await copy.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    await dialog.getByRole('button', { name: 'Revoke My phone' }).click();
    const confirm = page.getByRole('dialog', { name: 'Revoke My phone' });
    await confirm.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('My phone revoked.').first().waitFor();
    expect((await fetch(address!)).status).toBe(401);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
