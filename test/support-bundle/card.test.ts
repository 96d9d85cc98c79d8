import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type SignedIn, startSignedIn } from '../browser/signed-in.ts';
import { unpackBundle } from './reading.ts';

setDefaultTimeout(120_000);

let desk: SignedIn;
beforeAll(async () => {
  desk = await startSignedIn();
});
afterAll(() => desk?.stop());
afterEach(() => expect(desk.session.problems.splice(0)).toEqual([]));

const card = () => desk.page.getByRole('region', { name: 'Support bundle' });
const openPage = () => desk.page.goto(`${desk.appliance.url}/admin/system`);

/** Runs an action that downloads a bundle. Returns the name and the README of the bundle. */
async function downloadBundle(press: () => Promise<void>): Promise<{ name: string; readme: string }> {
  const [file] = await Promise.all([desk.page.waitForEvent('download'), press()]);
  const files = await unpackBundle(readFileSync(await file.path()));
  return { name: file.suggestedFilename(), readme: files['README.txt']! };
}

test('an admin downloads a bundle with and without names, by mouse and by keyboard', async () => {
  await openPage();
  const button = card().getByRole('button', { name: 'Download' });
  const { name, readme } = await downloadBundle(() => button.click());
  expect(name).toMatch(/^millwright-support-[\w-]*\d{4}-\d\d-\d\d\.tar\.gz$/);
  expect(readme).toContain('Names and addresses of people and PCs are replaced');
  await card().getByRole('status').getByText(`${name} downloaded.`).waitFor();
  await card().getByRole('checkbox', { name: 'Include names and addresses of people and PCs' }).focus();
  await desk.page.keyboard.press('Space');
  await desk.page.keyboard.press('Tab');
  const second = await downloadBundle(() => desk.page.keyboard.press('Enter'));
  expect(second.readme).toContain('contains names and addresses of people and PCs');
});

test('the card shows why a bundle was not made, and the next one is made', async () => {
  await openPage();
  const refusal = { data: { error: { code: 'CONFLICT', message: 'Another support bundle is being made.' } } };
  const address = '**/api/appliance/support';
  await desk.page.route(address, (route) => route.fulfill({ status: 409, json: refusal }));
  await card().getByRole('button', { name: 'Download' }).click();
  await card().getByRole('alert').getByText('Another support bundle is being made.').waitFor();
  expect(desk.session.problems.splice(0)).toEqual([expect.stringContaining('409')]);
  await desk.page.unroute(address);
  await downloadBundle(() => card().getByRole('button', { name: 'Download' }).click());
  expect(await card().getByRole('alert').count()).toBe(0);
});
