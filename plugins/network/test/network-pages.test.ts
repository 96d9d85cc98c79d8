import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { DESK } from '../../../test/browser/page-faults.ts';

setDefaultTimeout(120_000);

const FOLDER = new URL('../../../test/data/glpi/', import.meta.url);
const KEY = 'network-pages-key';

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK, { MILLWRIGHT_COLLECTOR_KEY: KEY });
  await plant.session.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(() => plant?.stop());

test('the subnet page shows used addresses and conflicts, and copies the next free address', async () => {
  const { page } = plant.session;
  const { subnetid } = (
    await plant.send('POST', '/network/subnets', { cidr: '10.5.0.0/28', gateway: '10.5.0.1' })
  ).data as { subnetid: number };
  for (const assetnumber of ['SW-A', 'SW-B'])
    await plant.send('POST', '/network', { assetnumber, ipaddress: '10.5.0.2' });
  const path = `/network/subnets/${subnetid}?tab=addresses`;
  await page.goto(plant.url + path);
  await page.getByText('2 of 14 addresses in use').waitFor();
  await page.getByText('On two assets').first().waitFor();
  await page.getByRole('button', { name: 'Copy 10.5.0.3' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('10.5.0.3');
  await page.getByRole('table', { name: 'Addresses in use' }).getByRole('link', { name: 'SW-B' }).click();
  await page.getByRole('heading', { level: 1, name: 'SW-B' }).waitFor();
  expect(plant.session.problems).toEqual([]);
});

test('the switch page shows ports with their peers and filters them by MAC address', async () => {
  const { page } = plant.session;
  await fetch(`${plant.url}/api/collector/glpi`, {
    method: 'POST',
    headers: { 'X-API-Key': KEY, 'Content-Type': 'application/json' },
    body: await Bun.file(new URL('networkequipment_3.json', FOLDER)).bytes(),
  });
  const [device] = (await plant.send('GET', '/network?search=HP-2530')).data as { networkdeviceid: number }[];
  const path = `/network/${device!.networkdeviceid}?tab=ports`;
  await page.goto(plant.url + path);
  const rows = page.getByRole('table', { name: 'Ports' }).getByRole('row');
  await page.getByText('Cisco IP Phone SPA303').first().waitFor();
  await page.getByLabel('Filter ports').fill('38:1c:1a:b5:73:20');
  await page.getByText('1 of 61').waitFor();
  expect(await rows.count()).toBe(2);
  expect(plant.session.problems).toEqual([]);
});
