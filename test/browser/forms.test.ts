import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { signIn } from './mara.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant({ width: 1440, height: 900 });
  ({ page } = plant.session);
});
afterAll(async () => {
  await plant?.stop();
});

const open = (path: string) => page.goto(`${plant.url}${path}`);
const focusOn = (name: string) =>
  page.waitForFunction((wanted) => document.activeElement?.getAttribute('name') === wanted, name);
const leaveQuestion = () => page.getByRole('dialog', { name: 'Discard changes' });

test('a form focuses its first field, saves with Ctrl+Enter, and asks before a link or Back loses input', async () => {
  await open('/vendors');
  await page.getByRole('button', { name: 'New vendor' }).first().click();
  await focusOn('vendor');
  await page.keyboard.type('Left behind');
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await leaveQuestion().getByRole('button', { name: 'Keep editing' }).click();
  await leaveQuestion().waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/vendors/new');
  await page.goBack();
  await leaveQuestion().getByRole('button', { name: 'Keep editing' }).click();
  await leaveQuestion().waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/vendors/new');
  expect(await page.locator('[name=vendor]').inputValue()).toBe('Left behind');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/vendors\/\d+$/);
  await page.getByRole('heading', { name: 'Left behind' }).waitFor();
});

test('a user who discards the input leaves the form, and Sign out asks too', async () => {
  await open('/locations/new');
  await page.locator('[name=location]').fill('Nowhere');
  await page.getByTitle('Account of').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await leaveQuestion().getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await leaveQuestion().getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL(/\/locations$/);
});

test('input survives a reload as a draft of its user, and Discard removes it', async () => {
  await open('/vendors/new');
  await page.locator('[name=vendor]').fill('Half typed');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Continue draft' }).click();
  expect(await page.locator('[name=vendor]').inputValue()).toBe('Half typed');
  await page.locator('[name=website]').fill('https://half.example');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText(/^Draft of /).waitFor();
  await page.locator('[name=description]').fill('Newer input');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  expect(await page.locator('[name=vendor]').inputValue()).toBe('');
  expect(await page.locator('[name=description]').inputValue()).toBe('Newer input');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await leaveQuestion().getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL(/\/vendors$/);
  await open('/vendors/new');
  await focusOn('vendor');
  expect(await page.getByText(/^Draft of /).count()).toBe(0);
});

test('input in a dialog survives a reload, except passwords, and saving removes the draft', async () => {
  const draft = page.getByText(/^Draft of /);
  const openDialog = async () => {
    await open('/admin/users');
    await page.getByRole('button', { name: 'New user' }).first().click();
    await focusOn('username');
  };
  await openDialog();
  await page.locator('[name=username]').fill('halfway');
  await page.locator('[name=email]').fill('halfway@plant.example');
  await page.locator('[name=password]').fill('a long enough password');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await openDialog();
  await draft.waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('a long enough password');
  await page.getByRole('button', { name: 'Continue draft' }).click();
  expect(await page.locator('[name=username]').inputValue()).toBe('halfway');
  expect(await page.locator('[name=email]').inputValue()).toBe('halfway@plant.example');
  expect(await page.locator('[name=password]').inputValue()).toBe('');
  expect(await draft.count()).toBe(0);
  await page.locator('[name=password]').fill('a long enough password');
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByText('halfway created.').waitFor();
  await openDialog();
  expect(await draft.count()).toBe(0);
  await page.locator('[name=username]').fill('given up');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await leaveQuestion().getByRole('button', { name: 'Discard changes' }).click();
  await openDialog();
  expect(await draft.count()).toBe(0);
});

test('input in a dialog of an asset is a draft of that asset only, and signing out removes all drafts', async () => {
  const dialog = page.getByRole('dialog', { name: /^Add connection to/ });
  const draft = dialog.getByText(/^Draft of /);
  const openDialog = async (assetid: number) => {
    await open(`/assets/${assetid}?tab=relationships`);
    await page.getByRole('button', { name: 'Add connection' }).first().click();
    await dialog.getByLabel('Notes').waitFor();
  };
  await openDialog(2);
  await dialog.getByLabel('Notes').fill('Feeds the press');
  page.once('dialog', (question) => void question.accept());
  await openDialog(3);
  expect(await draft.count()).toBe(0);
  await openDialog(2);
  await draft.waitFor();
  await dialog.getByRole('button', { name: 'Continue draft' }).click();
  expect(await dialog.getByLabel('Notes').inputValue()).toBe('Feeds the press');
  page.once('dialog', (question) => void question.accept());
  await open('/vendors');
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.draft.')));
  expect(await stored()).toHaveLength(1);
  await page.getByTitle('Account of').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
  expect(await stored()).toEqual([]);
  await signIn(page, plant.url);
});

test('a draft ends with the action that ends its dialog', async () => {
  const dialog = page.getByRole('dialog', { name: /^Assign / });
  const openDialog = async () => {
    await open('/');
    await page
      .getByRole('button', { name: /^(Assign|Reassign) / })
      .first()
      .click();
    await dialog.getByLabel('Note').waitFor();
  };
  await openDialog();
  await dialog.getByRole('combobox', { name: 'User' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await dialog.waitFor({ state: 'detached' });
  await openDialog();
  await dialog.getByLabel('Note').fill('Not needed after all');
  await dialog.getByRole('button', { name: 'Unassign' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Not needed after all');
});

test('a draft of an edit names the values that another user has changed since', async () => {
  const created = (await plant.send('POST', '/vendors', { vendor: 'Drafted' })).data as { vendorid: number };
  const path = `/vendors/${created.vendorid}`;
  await open(`${path}/edit`);
  await page.locator('[name=website]').fill('https://mine.example');
  page.once('dialog', (dialog) => void dialog.accept());
  await open('/vendors');
  await plant.send('PUT', path, { website: 'https://theirs.example' });
  await open(`${path}/edit`);
  await page.getByRole('button', { name: 'Continue draft' }).click();
  await page.getByLabel('Theirs: https://theirs.example').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(/\/vendors\/\d+$/);
  expect((await plant.send('GET', path)).data).toMatchObject({ website: 'https://mine.example' });
});

test('a serial number that another asset has is named while typing, and does not prevent saving', async () => {
  await plant.send('POST', '/machines', { assetnumber: 'Taken-1', serialnumber: 'SER-1' });
  await open('/machines/new');
  await page.locator('[name=serialnumber]').fill('ser-1');
  await page.getByText('Taken-1 has this value already').waitFor();
  await page.locator('[name=assetnumber]').fill('Taken-2');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/machines\/\d+$/);
});

test('a reference creates the missing record by keyboard, with the required fields, on a narrow screen too', async () => {
  for (const [width, name] of [
    [1440, 'Model wide'],
    [390, 'Model narrow'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await open('/machines/new');
    await page.locator('[name=assetnumber]').fill(`M ${width}`);
    await page.locator('#field-modelnumberid').fill(name);
    await page.getByRole('option', { name: `Create "${name}"` }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New model' });
    expect(await dialog.locator('[name=modelnumber]').inputValue()).toBe(name);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('#field-modelnumberid').inputValue()).toBe(name);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/machines\/\d+$/);
    const saved = await plant.send('GET', new URL(page.url()).pathname);
    expect(saved.data).toMatchObject({ modelnumber: name });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a bulk edit sets, clears and previews any field, custom fields too', async () => {
  const ids: number[] = [];
  for (const [n, notes] of ['old', 'old', null].entries()) {
    const input = { assetnumber: `BULK-${n}`, notes };
    const { data } = await plant.send('POST', '/computers', input);
    ids.push((data as { assetid: number }).assetid);
  }
  await open('/computers');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit 6 computers/ });
  for (const field of ['Notes', 'Risk']) {
    await dialog.getByLabel('Add field').fill(field);
    await page.getByRole('option', { name: field }).click();
  }
  await dialog.getByLabel('Clear Notes').check();
  await dialog.getByLabel('Risk', { exact: true }).selectOption('high');
  await dialog.getByText('4 empty, 2 old → empty (2 changed)').waitFor();
  await dialog.getByText('6 empty → high (6 changed)').waitFor();
  await dialog.getByRole('button', { name: 'Edit 6' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('6 changed.').waitFor();
  const stored = await plant.send('GET', `/assets/${ids[0]}/customfields`);
  expect(stored.data).toMatchObject([{ fieldname: 'risk', value: 'high' }]);
  expect((await plant.send('GET', `/assets/${ids[0]}`)).data).toMatchObject({ notes: null });
});
