import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { startMailServer } from '../support/receivers.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findPageFaults } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  plant = await startFilledPlant(DESK, { MILLWRIGHT_ALLOW_LOOPBACK: '1' });
  mail = await startMailServer();
  for (const [key, value] of Object.entries({
    smtp_host: '127.0.0.1',
    smtp_port: String(mail.port),
    smtp_security: 'none',
    smtp_from: 'plant@example.com',
  }))
    await plant.send('PUT', `/settings/${key}`, { value });
});
afterAll(async () => {
  await plant?.stop();
  mail?.stop();
});

test('a report is charted and mailed, and its schedule is paused, sent and deleted', async () => {
  const { page } = plant.session;
  const statuses = (await plant.send('GET', '/assets/statuses')).data as { statusid: number }[];
  await plant.send('PUT', '/assets/1', { statusid: statuses.at(-1)!.statusid });
  await page.goto(`${plant.url}/reports/assets-by-status`);
  await page.getByRole('figure', { name: 'Assets by status' }).waitFor();
  await page.getByRole('button', { name: 'Send by email' }).click();
  await page.getByRole('textbox', { name: 'To' }).fill('head@example.com, nobody');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Use email addresses such as name@example.com.').waitFor();
  await page.getByRole('textbox', { name: 'To' }).fill('head@example.com');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('is being sent to head@example.com').waitFor();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('combobox', { name: 'Frequency' }).selectOption('Every month');
  await page.getByLabel('Day of the month').fill('15');
  await page.getByRole('textbox', { name: 'To' }).fill('head@example.com, it@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('is scheduled').waitFor();
  await page.goto(`${plant.url}/reports/schedules`);
  await page.getByText('on day 15 of each month at 06:00').waitFor();
  await page.getByRole('button', { name: 'Pause: Assets by status' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume: Assets by status' }).click();
  await page.getByRole('button', { name: 'Send now: Assets by status' }).click();
  await page.getByText('Sent to 2 recipients').waitFor();
  expect(plant.session.problems.filter((one) => !one.includes('400'))).toEqual([]);
  expect(
    await findPageFaults(plant, ['/reports/assets-by-status', '/reports/schedules', '/reports'], 'light'),
  ).toEqual([]);
  await page.goto(`${plant.url}/reports/schedules`);
  await page.getByRole('button', { name: 'Edit: Assets by status' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No schedules yet').waitFor();
});
