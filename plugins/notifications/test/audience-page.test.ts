import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { DESK } from '../../../test/browser/page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterAll(() => plant?.stop());

test('the form of a notice shows its audience: displays, a person and the number of PCs', async () => {
  const { page, problems } = plant.session;
  const { businessunitid } = (await plant.send('POST', '/businessunits', { businessunit: 'Milling' }))
    .data as {
    businessunitid: number;
  };
  await plant.send('POST', '/dashboarddefaults', {
    fqdn: 'hall1.plant.example',
    displayrole: 'Dashboard',
    businessunitid,
  });
  await plant.send('POST', '/computers', { assetnumber: 'PC-1', hostname: 'pc-1' });
  await page.goto(`${plant.url}/notifications/new`);
  const audience = page.getByRole('region', { name: 'Recipients' });
  await audience.getByText('No recipients yet').waitFor();
  await page.getByLabel('On shop floor displays').check();
  await audience.getByText('Displays: all displays (1 is set up)').waitFor();
  await page.getByRole('group', { name: 'General' }).getByLabel('Business unit').fill('Milling');
  await page.getByRole('option', { name: 'Milling' }).click();
  await audience.getByText('Displays: displays of Milling (1 is set up)').waitFor();
  await page.getByLabel('Employee number').fill('501234');
  await audience.getByText('Employee: 501234, on the employee page').waitFor();
  await page.getByLabel('Show on PCs').check();
  await audience.getByText(/PCs: \d+ PCs?$/).waitFor();
  await page.getByLabel('Text').fill('The crane is out of order');
  await page.getByRole('button', { name: 'Create notice' }).click();
  await page.getByRole('heading', { level: 1, name: 'The crane is out of order' }).waitFor();
  expect(problems).toEqual([]);
});
