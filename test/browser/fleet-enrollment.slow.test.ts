import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { type FleetStage, startFleet } from './fleet-stage.ts';
import { findFaultsInAllLooks } from './page-faults.ts';

setDefaultTimeout(120_000);

let fleet: FleetStage;
beforeEach(async () => {
  fleet = await startFleet();
});
afterEach(() => fleet?.stop());

test('an agent gets its credential when an admin approves its request in the inbox', async () => {
  const { page } = fleet.session;
  await page.goto(`${fleet.url}/endpoints/enrollment`);
  await page.getByText('No pending requests').waitFor();
  expect(await fleet.ask('press-7')).toMatchObject({ state: 'pending' });
  // The request appears without a reload of the page.
  const request = page.getByRole('region', { name: 'press-7' });
  await request.getByText('Host name and serial number match the register.').waitFor();
  await page.getByRole('button', { name: 'Approve press-7' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter');
  await page.getByText('press-7 is approved').waitFor();
  await request.waitFor({ state: 'detached' });
  const answer = await fleet.ask('press-7');
  expect(answer).toMatchObject({ state: 'enrolled' });
  expect(fleet.session.problems).toEqual([]);
});

test('an admin selects an agent by fingerprint when several claim one PC and assigns an unknown one', async () => {
  const { page } = fleet.session;
  for (const other of ['b2', 'c3']) await fleet.ask('press-8', other.repeat(32), 'SN-other');
  await fleet.ask('laptop-77', 'd4'.repeat(32));
  await page.goto(`${fleet.url}/endpoints/enrollment`);
  const contested = page.getByRole('region', { name: 'press-8' });
  await contested.getByText('2 agents claim to be this PC').waitFor();
  await contested.getByRole('rowheader', { name: 'Serial number differs' }).waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve press-8' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByText('Choose an agent.').waitFor();
  await dialog.getByRole('radio').last().check();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('press-8 is approved').waitFor();
  await page.getByRole('button', { name: 'Approve laptop-77' }).click();
  await dialog
    .getByRole('textbox', { name: 'Registered PC' })
    .or(dialog.getByRole('combobox'))
    .first()
    .fill('lab');
  await page.getByRole('option', { name: /lab-1/ }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('laptop-77 is approved').waitFor();
  await page.getByRole('tab', { name: 'Approved' }).click();
  await page.getByRole('region', { name: 'press-8' }).waitFor();
  expect(fleet.session.problems).toEqual([]);
});
