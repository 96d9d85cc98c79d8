import { afterAll, beforeAll, expect, test } from 'bun:test';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const FOLDER = new URL('../../../test/data/glpi/', import.meta.url);
const DAY = 86_400_000;

async function send(name: string) {
  const answer = await fetch(`${site.url}/api/collector/glpi`, {
    method: 'POST',
    headers: { 'X-API-Key': COLLECTOR_KEY, 'Content-Type': 'application/json' },
    body: await Bun.file(new URL(`${name}.json`, FOLDER)).bytes(),
  });
  expect(answer.status).toBe(200);
}
const only = async () => (await site.anonymous.get('/api/printers')).data;

test('the server stores firmware, page counter and supply levels of an inventory', async () => {
  await send('printer_1');
  const [printer] = await only();
  expect(printer).toMatchObject({
    firmware: '2409048_052887',
    pagecount: 1802,
    serialnumber: expect.any(String),
  });
  const { supplies, source } = (await site.anonymous.get(`/api/printers/${printer.printerid}/supplies`)).data;
  expect(source).toBe('inventory');
  expect(supplies.find((one: { color: string }) => one.color === 'black')).toMatchObject({
    supplytype: 'toner',
    level: 71,
    state: 'ok',
  });
});

test('the same inventory twice does not change the printer', async () => {
  await send('printer_1');
  const [before] = await only();
  await send('printer_1');
  const after = await only();
  expect(after).toEqual([before]);
});

test('supply levels are stale and not low when the inventory is older than a day', async () => {
  await send('printer_1');
  const [printer] = await only();
  site.clock.advance(2 * DAY);
  try {
    const { supplies } = (await site.anonymous.get(`/api/printers/${printer.printerid}/supplies`)).data;
    expect(supplies.every((one: { state: string }) => one.state === 'stale')).toBe(true);
    expect((await site.anonymous.get('/api/printers/lowsupplies')).data).toEqual([]);
  } finally {
    site.clock.advance(-2 * DAY);
  }
});

test('an inventory does not overwrite the names that a user entered', async () => {
  await send('printer_1');
  const [printer] = await only();
  await site.admin.put(`/api/printers/${printer.printerid}`, { hostname: 'my-name', windowsname: 'Mine' });
  await send('printer_1');
  expect((await only())[0]).toMatchObject({ hostname: 'my-name', windowsname: 'Mine' });
});
