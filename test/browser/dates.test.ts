import { afterAll, expect, test } from 'bun:test';
import { startFilledPlant } from './filled-plant.ts';
import { openTab } from './open-tab.ts';

const plant = await startFilledPlant({ width: 1440, height: 900 });
afterAll(() => plant.stop());
const { page } = plant.session;
await plant.send('PUT', '/settings/date_format', { value: 'DD.MM.YYYY' });
await plant.send('PUT', '/settings/time_format', { value: '12' });

let made = 0;
const newMachine = async () => {
  await page.goto(`${plant.url}/machines/new`);
  await page.getByLabel('Asset number').fill(`DATES-${++made}`);
  return page.getByLabel('Purchase date');
};

test('days and times have the format of the plant on pages and in inputs', async () => {
  const input = await newMachine();
  await input.fill('7.3.2026');
  await input.press('Tab');
  expect(await input.inputValue()).toBe('07.03.2026');
  await input.press('Control+Enter');
  await page.getByRole('definition').getByText('07.03.2026').waitFor();
  await page.getByRole('tab', { name: /History/ }).click();
  expect(await page.locator('time').first().getAttribute('title')).toMatch(
    /^\d\d\.\d\d\.\d{4} \d{1,2}:\d\d:\d\d [AP]M$/,
  );
});

test('a day is chosen in the calendar by keyboard, and Escape closes only the calendar', async () => {
  const input = await newMachine();
  await input.fill('31.01.2026');
  await input.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  const focused = page.locator('[role="dialog"] button:focus');
  await focused.waitFor();
  expect(await focused.getAttribute('aria-label')).toBe('31 January 2026');
  await page.keyboard.press('Escape');
  await calendar.waitFor({ state: 'hidden' });
  await input.press('Alt+ArrowDown');
  await focused.waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await calendar.waitFor({ state: 'hidden' });
  expect(await input.inputValue()).toBe('30.01.2026');
});

test('an invalid day is explained beside its field', async () => {
  const input = await newMachine();
  await input.fill('31.02.2026');
  await input.press('Tab');
  await page.getByText(/^Enter a date such as \d\d\.\d\d\.\d{4}\.$/).waitFor();
  await input.press('Control+Enter');
  await page.locator('[aria-invalid="true"]').waitFor();
  expect(page.url()).toEndWith('/machines/new');
});

test('a time has a day and a time of day', async () => {
  await page.goto(`${plant.url}/notifications/new`);
  await page.getByLabel('Text').fill('Hall closed');
  await page.getByLabel('From', { exact: true }).fill('1.2.2026');
  await page.getByLabel('From, time').fill('2:05 pm');
  await page.getByLabel('From, time').press('Control+Enter');
  await page.waitForURL(/\/notifications\/\d+$/);
  const { data } = await plant.send('GET', '/notifications?sort=createddate&dir=desc');
  expect((data as { starttime: string }[])[0]?.starttime).toBe(new Date(2026, 1, 1, 14, 5).toISOString());
});

test('an asset is shown as it was on a day', async () => {
  const { data } = await plant.send('POST', '/machines', { assetnumber: 'DATES-AS-OF', notes: 'one' });
  const { machineid, assetid } = data as { machineid: number; assetid: number };
  await plant.send('POST', `/assets/${assetid}/communications`, { commtype: 'ip', address: '10.20.30.40' });
  await page.goto(`${plant.url}/machines/${machineid}`);
  await page.getByRole('tab', { name: /History/ }).click();
  await page.getByLabel('As of').fill('1.1.2020');
  await page.getByText('Not in the register yet').waitFor();
  const today = new Date();
  await page.getByLabel('As of').fill(`${today.getDate()}.${today.getMonth() + 1}.${today.getFullYear()}`);
  await page.getByText('No field has changed since').waitFor();
  await page.getByText('No record has changed since').waitFor();
  await page.getByLabel('Show unchanged fields').check();
  await page
    .getByRole('table', { name: /Values of/ })
    .getByText('DATES-AS-OF')
    .first()
    .waitFor();
  const addresses = page.getByRole('table', { name: 'Addresses' });
  expect(await addresses.getByRole('cell').allTextContents()).toEqual([
    'IP address',
    '10.20.30.40',
    '10.20.30.40',
  ]);
});

test('Escape in the calendar of a dialog leaves the dialog open', async () => {
  const { data } = await plant.send('POST', '/machines', { assetnumber: 'DATES-DIALOG' });
  await page.goto(`${plant.url}/machines/${(data as { machineid: number }).machineid}`);
  await openTab(page, 'Warranty and backups');
  await page.getByRole('button', { name: 'Record backup' }).first().click();
  await page.getByLabel('Backed up on').press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await calendar.locator('button:focus').waitFor();
  await page.keyboard.press('Escape');
  await calendar.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Backed up on').isVisible()).toBe(true);
});
