import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { addDays, dayOf } from '../../src/kit/clock.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';
import { testsOf } from './person.ts';

setDefaultTimeout(120_000);

/** The clicks and typed fields of each job. A change of the UI that needs more of them needs a reason. */
const JOBS = {
  'a person adds a colleague who only reads': { clicks: 5, fields: 3 },
  'a person creates a token for a script that reads': { clicks: 4, fields: 1 },
  'a person sends a password to a supplier': { clicks: 4, fields: 1 },
  'a person sees what is due this month': { clicks: 1, fields: 0 },
  'a person schedules a report for every Monday': { clicks: 4, fields: 0 },
};

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  const { send } = plant;
  await send('POST', '/setup/seed-starter');
  const enddate = addDays(dayOf(new Date()), 20);
  await send('POST', '/warranty', { warrantyname: 'Press service', enddate });
});
afterAll(() => plant?.stop());

const testJob = testsOf(JOBS, () => plant);

testJob('a person adds a colleague who only reads', async (person) => {
  const { page } = person;
  await person.open('Access');
  await person.press('New user');
  const dialog = page.getByRole('dialog');
  // A click beside the dialog does not close it.
  await page.mouse.click(5, 5);
  await person.type(dialog.getByLabel('User name'), 'colleague');
  await person.type(dialog.getByLabel('Email'), 'colleague@plant.example');
  await person.type(dialog.locator('input[type=password]'), 'correct horse');
  await person.click(dialog.locator('.mantine-MultiSelect-input'));
  await person.click(page.getByRole('option', { name: 'viewer' }));
  await person.press('Create user');
  await page.getByText('colleague created.').waitFor();
  const users = (await plant.send('GET', '/users')).data as { username: string }[];
  const colleague = users.find(({ username }) => username === 'colleague');
  expect(colleague).toMatchObject({ roles: [{ rolename: 'viewer' }] });
});

testJob('a person creates a token for a script that reads', async (person) => {
  const { page } = person;
  await person.open('Access', 'API tokens');
  await person.press('New token');
  await person.type(page.getByRole('dialog').getByLabel('Name'), 'nightly export');
  await person.press('Create token');
  const secret = await page.getByRole('dialog', { name: 'Copy token' }).locator('code').innerText();
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  expect((await fetch(`${plant.url}/api/computers`, { headers })).status).toBe(200);
  const refused = { method: 'POST', headers, body: '{"vendor":"No"}' };
  expect((await fetch(`${plant.url}/api/vendors`, refused)).status).toBe(403);
});

testJob('a person sends a password to a supplier', async (person) => {
  const { page } = person;
  await person.click(page.getByRole('button', { name: /account of/ }));
  await person.click(page.getByRole('menuitem', { name: 'Secure send' }));
  // The link would begin with an address that works only on this computer.
  await page.getByText('It works only on this appliance.').waitFor();
  await person.type(page.getByLabel('Secret'), 'Xk93-lathe!');
  await person.press('Create link');
  const link = await page.locator('.mw-send-link code').innerText();
  await person.press('Copy link');
  const reader = await plant.session.context.newPage();
  await reader.goto(link);
  await reader.getByRole('button', { name: 'Show secret' }).click();
  await reader.getByText('Xk93-lathe!').waitFor();
  await reader.close();
});

testJob('a person sees what is due this month', async (person) => {
  const { page } = person;
  const card = page.getByRole('region', { name: 'Due dates' });
  await person.click(card.getByRole('link', { name: '1 in 30 days' }));
  await page.getByRole('link', { name: 'Press service', exact: true }).waitFor();
});

testJob('a person schedules a report for every Monday', async (person) => {
  const { page } = person;
  await person.open('Reports');
  await person.click(page.getByRole('link', { name: /^Assets by status/ }));
  await person.press('Schedule');
  await page.getByRole('dialog').getByText('No mail is sent until a mail server is set up.').waitFor();
  await person.press('Save');
  await page.getByText('Assets by status waits until a mail server is set up.').waitFor();
  const { data } = await plant.send('GET', '/reports/schedules');
  expect(data).toMatchObject([{ report: 'assets-by-status', every: 'weekly', day: 1, hour: 6 }]);
});
