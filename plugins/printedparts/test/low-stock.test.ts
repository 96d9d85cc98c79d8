import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { MINUTE } from '../../../test/support/clock.ts';
import { startMailServer } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { openKiosk } from './kiosks.ts';

interface Heard {
  path: string;
  event: string;
  title: string;
  text: string;
  url: string | null;
  severity: string;
  occurredat: string;
  data: Record<string, unknown>;
}

let site: Site;
let kiosk: Client;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let heard: Heard[] = [];
const receiver = Bun.serve({
  port: 0,
  fetch: async (request) => {
    heard.push({ path: new URL(request.url).pathname, ...((await request.json()) as Omit<Heard, 'path'>) });
    return new Response('ok');
  },
});
const hook = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;

const set = async (values: Record<string, string>) => {
  for (const [key, value] of Object.entries(values))
    expect([key, (await site.admin.put(`/api/settings/${key}`, { value })).status]).toEqual([key, 200]);
};
const RECEIVERS = { alert_webhook_url: hook('/site'), smtp_host: '127.0.0.1' };

beforeAll(async () => {
  site = await startSite();
  kiosk = await openKiosk(site, 'Cabinet 1');
  mail = await startMailServer();
  await set({
    ...RECEIVERS,
    smtp_port: String(mail.port),
    smtp_security: 'none',
    smtp_from: 'mill@plant.example',
    alert_recipients: 'a@plant.example, b@plant.example; a@plant.example',
    site_url: 'https://assets.plant.example/',
  });
});
afterAll(async () => {
  mail.stop();
  await receiver.stop(true);
  await site.stop();
});
beforeEach(() => {
  heard = [];
  mail.mails.length = 0;
  site.clock.advance(MINUTE);
});

let made = 0;
async function newItem(onhand: number, body: object = {}) {
  const itemcode = `LOW-${++made}`;
  const { data } = await site.admin.post('/api/printedparts/items', {
    itemcode,
    lowstockthreshold: 3,
    ...body,
  });
  const path = `/api/printedparts/items/${data.itemid}`;
  const receive = (quantity: number) => site.admin.post(`${path}/receive`, { quantity });
  const adjust = (delta: number) => site.admin.post(`${path}/adjust`, { delta, note: 'Counted' });
  const take = async (quantity: number, badge = String(1000 + made++)) =>
    kiosk.post('/api/printedparts/kiosk/take', { itemcode, quantity, badge });
  await receive(onhand);
  return { itemid: data.itemid as number, itemcode, path, receive, adjust, take };
}
/** Returns the number of alerts by webhook and by mail so far. */
async function countAlerts(): Promise<[webhooks: number, mails: number]> {
  await site.app.host.outbox.drain();
  return [heard.length, mail.mails.length];
}

test('low stock sends one alert per fall to the threshold', async () => {
  const item = await newItem(6);
  await item.take(2);
  expect(await countAlerts()).toEqual([0, 0]);
  await item.take(1);
  expect(await countAlerts()).toEqual([1, 2]);
  await item.take(1);
  await item.take(1);
  expect(await countAlerts()).toEqual([1, 2]);
  await item.receive(2);
  await item.take(1);
  expect(await countAlerts()).toEqual([1, 2]);
  await item.receive(5);
  expect(await countAlerts()).toEqual([1, 2]);
  await item.adjust(-7);
  expect(await countAlerts()).toEqual([2, 4]);
  expect(heard[1]!.severity).toBe('critical');
});

test('the alert contains the part, the quantity and the link', async () => {
  const item = await newItem(4, { name: 'Drill guide', gagelabtag: 'GL-77' });
  await item.take(1);
  await countAlerts();
  expect(heard[0]).toEqual({
    path: '/site',
    event: 'printedparts.stock.low',
    title: `${item.itemcode} Drill guide: 3 left, alert level 3`,
    text: expect.stringContaining('3 on hand, alert level 3'),
    url: `https://assets.plant.example/printedparts/items/${item.itemid}`,
    severity: 'warning',
    occurredat: expect.stringMatching(/Z$/),
    data: {
      itemid: item.itemid,
      itemcode: item.itemcode,
      gagelabtag: 'GL-77',
      name: 'Drill guide',
      quantityonhand: 3,
      lowstockthreshold: 3,
      supportteam: null,
    },
  });
  const text = mail.mails.join('\n');
  expect(text).toContain(`Subject: ${item.itemcode} Drill guide: 3 left`);
  for (const to of ['a@plant.example', 'b@plant.example']) expect(text).toContain(`To: ${to}`);
});

test('the webhook of the support team replaces that of the site', async () => {
  const post = async (body: object) => (await site.admin.post('/api/supportteams', body)).data.supportteamid;
  const own = await post({ teamname: 'Print room', webhookurl: hook('/team') });
  const without = await post({ teamname: 'Without' });
  await (await newItem(4, { supportteamid: own })).take(1);
  await (await newItem(4, { supportteamid: without })).take(1);
  await countAlerts();
  expect(heard.map(({ path, data }) => [path, data.supportteam])).toEqual([
    ['/team', 'Print room'],
    ['/site', 'Without'],
  ]);
});

test('concurrent takes send one alert for the take that reaches the threshold', async () => {
  const item = await newItem(20, { lowstockthreshold: 10 });
  const answers = await Promise.all(Array.from({ length: 15 }, (_, n) => item.take(1, String(5000 + n))));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await countAlerts()).toEqual([1, 2]);
  expect(heard[0]!.data.quantityonhand).toBe(10);
});

test('a repeated or refused take and a part without a threshold send no alert', async () => {
  const item = await newItem(4);
  await item.take(1, '77');
  await item.take(1, '77');
  expect((await item.take(9)).status).toBe(409);
  const quiet = await newItem(4, { lowstockthreshold: null });
  await quiet.take(4);
  expect(await countAlerts()).toEqual([1, 2]);
});

test('no alert is sent when the threshold is raised above the stock', async () => {
  const item = await newItem(8);
  await site.admin.put(item.path, { lowstockthreshold: 10 });
  await item.take(1);
  expect(await countAlerts()).toEqual([0, 0]);
});

test('a take succeeds and queues no message without a mail server and a webhook', async () => {
  try {
    await set({ smtp_host: '', alert_webhook_url: '' });
    const item = await newItem(4);
    expect((await item.take(1)).status).toBe(200);
    const waiting = site.app.host.db.read((reader) =>
      reader.value<number>("SELECT count(*) FROM outbox WHERE state = 'queued'"),
    );
    expect([waiting, ...(await countAlerts())]).toEqual([0, 0, 0]);
  } finally {
    await set(RECEIVERS);
  }
});
