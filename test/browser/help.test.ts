import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { HANG_MS } from '../support/hang.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findFaultsInAllLooks } from './page-faults.ts';

setDefaultTimeout(HANG_MS);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
});
afterEach(() => expect(plant.session.problems.splice(0)).toEqual([]));
afterAll(() => plant?.stop());

const readFocusedText = () => page.evaluate(() => document.activeElement?.textContent);

test('the help sign of a page leads to its section, with pictures, links and downloads', async () => {
  await page.goto(`${plant.url}/backups`);
  await page.getByRole('link', { name: 'Help for this page' }).click();
  await page.waitForURL('**/help/backup-and-upgrade#backups');
  await page.getByRole('heading', { name: 'Backups', exact: true }).waitFor();
  expect(await readFocusedText()).toBe('Backups');
  const picture = page.getByRole('img', { name: 'The page of the backups' });
  await picture.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 600));
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Upgrade' }).click();
  await page.waitForURL('**/help/backup-and-upgrade#upgrade');
  expect(await readFocusedText()).toBe('Upgrade');
  await page.getByRole('link', { name: 'Next: Monitoring' }).click();
  await page.getByRole('heading', { name: 'Monitoring', level: 1 }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'alert rules for Prometheus' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('alerts.yml');
  expect(await Bun.file(await download.path()).text()).toContain('- alert: ');
});

test('the search of the manual finds sections, and the menu leads back to the chapters', async () => {
  await page.goto(`${plant.url}/help`);
  await page.getByLabel('Search the manual').fill('passphrase');
  await page.waitForURL('**/help?q=passphrase');
  await page.getByRole('link', { name: 'Backup and upgrade > Encrypt backups' }).waitFor();
  await page.getByRole('button', { name: /account of mara/ }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await page.getByRole('link', { name: 'Troubleshooting' }).waitFor();
  expect(await page.getByLabel('Search the manual').inputValue()).toBe('');
  await page.getByLabel('Search the manual').fill('helicopter');
  await page.getByText('The manual does not contain "helicopter"').waitFor();
});

test('a chapter has no layout or accessibility fault, and an unknown chapter leads to all chapters', async () => {
  await page.goto(`${plant.url}/help/agents`);
  await page.getByRole('heading', { name: 'Approve PCs' }).waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await page.goto(`${plant.url}/help/none-such`);
  await page.getByRole('link', { name: 'Show all chapters' }).click();
  await page.getByRole('link', { name: 'Install', exact: true }).waitFor();
});
