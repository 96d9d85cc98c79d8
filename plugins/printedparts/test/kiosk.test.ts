import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../../test/support/client.ts';
import { DAY, MINUTE } from '../../../test/support/clock.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { listPadDigits, readLabel } from '../item-codes.ts';
import { openKiosk } from './kiosks.ts';

let site: Site;
let kiosk: Client;
const KIOSK = '/api/printedparts/kiosk';
beforeAll(async () => {
  site = await startSite();
  kiosk = await openKiosk(site, 'Cabinet 1');
});
afterAll(() => site.stop());
// Advance the clock, so that a scan of one test is not a repetition in the next.
beforeEach(() => site.clock.advance(MINUTE));

const SECOND = 1000;
let made = 0;
async function newItem(onhand = 10, body: object = {}) {
  const { data } = await site.admin.post('/api/printedparts/items', {
    itemcode: `KP-${10_000 + ++made}`,
    ...body,
  });
  if (onhand > 0)
    await site.admin.post(`/api/printedparts/items/${data.itemid}/receive`, { quantity: onhand });
  return data as { itemid: number; itemcode: string };
}
const take = (itemcode: unknown, quantity: unknown = 1, badge: unknown = '0501234BZ', more: object = {}) =>
  kiosk.post(`${KIOSK}/take`, { itemcode, badge, quantity, ...more });
const find = (code: string, client = kiosk) => client.get(`${KIOSK}/item/${encodeURIComponent(code)}`);
const takesOf = async ({ itemid }: { itemid: number }) =>
  (await site.admin.get(`/api/printedparts/items/${itemid}/ledger?event=take`)).data;
const onhand = async ({ itemid }: { itemid: number }) =>
  (await site.admin.get(`/api/printedparts/items/${itemid}`)).data.quantityonhand;

test('a take is recorded with the digits of the badge, quantity, revision and kiosk', async () => {
  await site.admin.post('/api/employees/directory', { sso: '501234', firstname: 'Zoë', lastname: 'Marek' });
  const item = await newItem();
  const taken = await take(item.itemcode, 3, '0501234BZ', { revision: 2 });
  expect([taken.status, taken.data]).toMatchObject([
    200,
    { itemid: item.itemid, quantityonhand: 7, quantity: 3, revision: 2, repeated: false },
  ]);
  expect(taken.text).not.toMatch(/Marek|501234/);
  expect(await takesOf(item)).toMatchObject([
    {
      event: 'take',
      delta: -3,
      quantity: 3,
      quantityafter: 7,
      sso: '501234',
      personname: 'Zoë Marek',
      revision: 2,
      recordedby: 'Cabinet 1',
    },
  ]);
  const [row] = (await site.admin.get('/api/auditlogs?action=printedparts.part.taken')).data;
  expect(row).toMatchObject({ username: 'Cabinet 1', entityid: item.itemid });
});

test('the kiosk gets description and quantity of a part, but no people, teams or thresholds', async () => {
  const item = await newItem(4, { name: 'Clip', gagelabtag: 'GLK-1', lowstockthreshold: 2 });
  await take(item.itemcode, 1, '4711');
  const seen = await find(item.itemcode.toLowerCase());
  expect(Object.keys(seen.data).sort()).toEqual([
    'description',
    'gagelabtag',
    'imagefilename',
    'itemcode',
    'itemid',
    'name',
    'quantityonhand',
    'revision',
  ]);
  expect([seen.data.quantityonhand, seen.data.revision]).toEqual([3, null]);
  expect(seen.text).not.toContain('4711');
});

test('the kiosk finds a part by code, tag or digits, each with an optional revision', async () => {
  const item = await newItem(9, { itemcode: 'PP-2-0042', gagelabtag: 'GL/9 7003' });
  for (const code of [
    'PP-2-0042',
    'pp-2-0042',
    ' PP-2-0042 ',
    'GL/9 7003',
    '0042',
    '42',
    '20042',
    '7003',
    '97003',
  ])
    expect([code, (await find(code)).data.itemid, (await find(code)).data.revision]).toEqual([
      code,
      item.itemid,
      null,
    ]);
  for (const code of ['PP-2-0042|7', 'gl/9 7003|7', '42|7', ' PP-2-0042 | 7 '])
    expect([code, (await find(code)).data.itemid, (await find(code)).data.revision]).toEqual([
      code,
      item.itemid,
      7,
    ]);
  expect((await find('PP-2-0042|B')).data).toMatchObject({ itemid: item.itemid, revision: null });
  for (const code of ['2', '004', '042X', 'PP-2', '|7', '٤٢', '４２', '-42', '4 2', '4.2e1', '%', '_'])
    expect([code, (await find(code)).status]).toEqual([code, 404]);
  const takes = [
    await take('42|7'),
    await take('GL/9 7003', 2, '77', { revision: 3 }),
    await take('20042|7', 3, '78', { revision: 4 }),
  ];
  expect(takes.map(({ data }) => [data.itemid, data.revision])).toEqual([
    [item.itemid, 7],
    [item.itemid, 3],
    [item.itemid, 4],
  ]);
});

test('the kiosk returns 404 for digits of two active parts until one is retired', async () => {
  const one = await newItem(5, { itemcode: 'AA-5150' });
  const other = await newItem(5, { itemcode: 'BB-5150' });
  expect([(await find('5150')).status, (await take('5150')).status]).toEqual([404, 404]);
  expect([await onhand(one), await onhand(other)]).toEqual([5, 5]);
  await site.admin.delete(`/api/printedparts/items/${other.itemid}`);
  expect((await find('5150')).data.itemid).toBe(one.itemid);
  expect((await find('BB-5150')).status).toBe(404);
  await site.admin.put(`/api/printedparts/items/${one.itemid}`, { itemcode: 'AA-5151' });
  expect([(await find('5150')).status, (await find('5151')).data.itemid]).toEqual([404, one.itemid]);
});

test('a complete code takes precedence over the digits of another one', async () => {
  const bare = await newItem(1, { itemcode: '6160' });
  await newItem(1, { itemcode: 'CC-6160' });
  expect((await find('6160')).data.itemid).toBe(bare.itemid);
});

test('listPadDigits returns all and trailing digits, and readLabel parses the revision', () => {
  expect([...listPadDigits(['PP-2-0042', null, 'GL'])].sort()).toEqual(['20042', '42']);
  expect([...listPadDigits(['0', '000', 'A12B'])].sort()).toEqual(['0', '12']);
  expect(readLabel('T|12|13')).toEqual({ code: 'T', revision: 12 });
  expect([readLabel('T|1.5'), readLabel('T|-1'), readLabel('T|')].map(({ revision }) => revision)).toEqual([
    null,
    null,
    null,
  ]);
});

test('a take returns 422 with different codes for an empty and an unreadable badge', async () => {
  const item = await newItem(3);
  const codes = new Set<string>();
  for (const badge of ['', '   ']) {
    const { status, error } = await take(item.itemcode, 1, badge);
    codes.add(`${status} ${error.code}`);
  }
  expect([...codes]).toEqual(['422 BADGE_EMPTY']);
  const odd = [
    'x',
    '٥٠١',
    '５０１',
    '0BZ',
    '0501234bz',
    '1501234BZ',
    '05 01BZ',
    '1'.repeat(40),
    '0501234BZ0',
    '5\u200b1',
  ];
  const unread = new Set<string>();
  for (const badge of odd) {
    const { status, error } = await take(item.itemcode, 1, badge);
    unread.add(`${status} ${error.code}`);
  }
  expect(unread.size).toBe(1);
  expect([...unread][0]).toMatch(/^422 BADGE_/);
  expect([...unread][0]).not.toBe('422 BADGE_EMPTY');
  expect([await onhand(item), await takesOf(item)]).toEqual([3, []]);
});

test('a take returns 400 for an invalid quantity and 409 when it exceeds the stock', async () => {
  const item = await newItem(3);
  for (const quantity of [0, -1, 1.5, '2', null, true, [], {}, 1e300, undefined]) {
    const { status, error } = await kiosk.post(`${KIOSK}/take`, {
      itemcode: item.itemcode,
      badge: '1',
      quantity,
    });
    expect([quantity, status, error.details.issues[0].path]).toEqual([quantity, 400, 'quantity']);
  }
  for (const quantity of [4, 1e3]) {
    const { status, error } = await take(item.itemcode, quantity);
    expect([status, error.code, error.details]).toEqual([
      409,
      'CONFLICT',
      { field: 'quantity', quantityonhand: 3 },
    ]);
  }
  for (const [field, wrong] of [
    ['revision', { revision: '2' }],
    ['revision', { revision: 1.5 }],
    ['revision', { revision: -1 }],
    ['scanid', { scanid: 'x' }],
    ['scannedat', { scannedat: 'now' }],
  ] as const) {
    const { status, error } = await take(item.itemcode, 1, '1', wrong);
    expect([field, status, error.details.issues[0].path]).toEqual([field, 400, field]);
  }
  expect((await take('', 1)).status).toBe(400);
  expect((await take('NO-SUCH-PART', 1)).status).toBe(404);
  expect([await onhand(item), await takesOf(item)]).toEqual([3, []]);
  expect((await take(item.itemcode, 3)).data.quantityonhand).toBe(0);
});

test('the server accepts one of twenty concurrent takes of the last piece', async () => {
  const item = await newItem(1);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => take(item.itemcode, 1, `${1000 + n}`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  expect([await onhand(item), (await takesOf(item)).length]).toEqual([0, 1]);
});

test('a take is booked once when badge, part and quantity repeat within two seconds', async () => {
  const item = await newItem();
  expect((await take(item.itemcode, 2)).data.repeated).toBe(false);
  site.clock.advance(SECOND);
  const again = await take(item.itemcode, 2);
  expect([again.status, again.data]).toMatchObject([200, { repeated: true, quantityonhand: 8 }]);
  expect((await take(item.itemcode, 1)).data.repeated).toBe(false);
  expect((await take(item.itemcode, 2, '77')).data.repeated).toBe(false);
  site.clock.advance(3 * SECOND);
  expect((await take(item.itemcode, 2)).data).toMatchObject({ repeated: false, quantityonhand: 3 });
  expect(await takesOf(item)).toHaveLength(4);
});

test('twenty concurrent identical scans are booked as one take', async () => {
  const item = await newItem();
  const answers = await Promise.all(Array.from({ length: 20 }, () => take(item.itemcode, 1)));
  expect(answers.filter(({ data }) => data.repeated === false)).toHaveLength(1);
  expect(await onhand(item)).toBe(9);
});

test('a scan with the same scan ID is booked once at its scan time', async () => {
  const item = await newItem();
  const scannedat = new Date(site.clock.now().getTime() - 2 * 60 * MINUTE).toISOString();
  const scan = { scanid: 'scan-name-1', scannedat };
  expect((await take(item.itemcode, 1, '77', scan)).data.repeated).toBe(false);
  site.clock.advance(MINUTE);
  expect((await take(item.itemcode, 1, '77', scan)).data.repeated).toBe(true);
  expect((await takesOf(item))[0].eventdate).toBe(scannedat);
  expect(await onhand(item)).toBe(9);
  const text = (await site.admin.get(`/api/printedparts/items/${item.itemid}/ledger`)).text;
  expect(text).not.toContain('scan-name-1');
});

test('a take returns 409 when another take has used its scan ID', async () => {
  const [one, other] = [await newItem(), await newItem()];
  const name = { scanid: 'one-name-for-all' };
  await take(one.itemcode, 2, '77', name);
  for (const [item, quantity, badge] of [
    [other, 2, '77'],
    [one, 3, '77'],
    [one, 2, '78'],
  ] as const) {
    const { status, error } = await take(item.itemcode, quantity, badge, name);
    expect([status, error?.details]).toMatchObject([409, { field: 'scanid' }]);
  }
  expect([await onhand(one), await onhand(other)]).toEqual([8, 10]);
});

test('the server compares delayed takes by scan time, not by arrival time', async () => {
  const item = await newItem();
  const at = (seconds: number) => new Date(site.clock.now().getTime() - seconds * SECOND).toISOString();
  const sendTake = async (n: number, seconds: number) =>
    (await take(item.itemcode, 1, '77', { scanid: `waited-for-it-${n}`, scannedat: at(seconds) })).data
      .repeated;
  expect([await sendTake(1, 600), await sendTake(2, 300), await sendTake(3, 299)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await onhand(item)).toBe(8);
});

test('a take gets the current time when its scan time is in the future or too old', async () => {
  const item = await newItem();
  for (const [n, days] of [
    [1, 1],
    [2, -8],
  ] as const) {
    const scannedat = new Date(site.clock.now().getTime() + days * DAY).toISOString();
    await take(item.itemcode, 1, '77', { scanid: `odd-time-${n}`, scannedat });
    const [row] = await takesOf(item);
    expect(Math.abs(Date.parse(row.eventdate) - site.clock.now().getTime())).toBeLessThan(MINUTE);
    site.clock.advance(MINUTE);
  }
});

test('kiosk routes return 401 without a token, with a wrong one and with one of another kind', async () => {
  const item = await newItem();
  const usb = await openKiosk(site, 'Drawer', 'usb');
  const path = `${KIOSK}/item/${item.itemcode}`;
  const wrong = site.anonymous.with({ 'x-kiosk-token': 'mw_ksk_nothing' });
  for (const client of [site.anonymous, wrong, usb]) {
    expect((await client.get(path)).status).toBe(401);
    const json = client.with({ 'content-type': 'application/json' });
    for (const body of ['{}', JSON.stringify({ itemcode: item.itemcode, badge: '1', quantity: 1 }), '{"a":'])
      expect((await json.raw('POST', `${KIOSK}/take`, body)).status).toBe(401);
  }
  expect((await site.admin.get(path)).status).toBe(403);
  expect(await onhand(item)).toBe(10);
  expect((await kiosk.get('/api/usb/kiosk/device/x')).status).not.toBe(200);
});

test('kiosk routes return 404 to each caller while the kiosk is off', async () => {
  const item = await newItem();
  const setKioskEnabled = (value: string) =>
    site.admin.put('/api/settings/printedparts_kiosk_enabled', { value });
  const can = async () => (await site.anonymous.get('/api/capabilities')).data.printedpartskiosk;
  expect(await can()).toBe(true);
  try {
    await setKioskEnabled('false');
    const nothing = (await site.anonymous.get('/api/nothing-here')).error;
    for (const client of [kiosk, site.anonymous, site.admin]) {
      const { status, error } = await find(item.itemcode, client);
      expect([status, error]).toEqual([404, nothing]);
      expect((await client.post(`${KIOSK}/take`, {})).status).toBe(404);
    }
    expect(await can()).toBe(false);
  } finally {
    await setKioskEnabled('true');
  }
  expect((await find(item.itemcode)).status).toBe(200);
});

test('the log and the audit log do not contain the kiosk token', async () => {
  const token = kiosk.headers['x-kiosk-token']!;
  await find('nothing');
  await take('nothing');
  expect(JSON.stringify(site.log)).not.toContain(token);
  expect((await site.admin.get('/api/auditlogs?per_page=100')).text).not.toContain(token);
});

test('takes survive a restart, and a scan that is repeated after it is booked once', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millwright-parts-'));
  const during = async (story: (own: Site) => Promise<void>) => {
    const own = await startSite({ data });
    await story(own).finally(() => own.stop());
  };
  const body = { itemcode: 'R-1', badge: '77', quantity: 4, scanid: 'before-the-restart' };
  let secret = '';
  await during(async (own) => {
    const { itemid } = (await own.admin.post('/api/printedparts/items', { itemcode: 'R-1' })).data;
    await own.admin.post(`/api/printedparts/items/${itemid}/receive`, { quantity: 10 });
    const tablet = await openKiosk(own, 'Cabinet');
    secret = tablet.headers['x-kiosk-token']!;
    expect((await tablet.post(`${KIOSK}/take`, body)).data.quantityonhand).toBe(6);
  });
  await during(async (own) => {
    own.clock.advance(MINUTE);
    const tablet = own.anonymous.with({ 'x-kiosk-token': secret });
    expect((await tablet.post(`${KIOSK}/take`, body)).data).toMatchObject({
      repeated: true,
      quantityonhand: 6,
    });
    expect((await tablet.post(`${KIOSK}/take`, { ...body, scanid: 'after-the-restart' })).data).toMatchObject(
      {
        repeated: false,
        quantityonhand: 2,
      },
    );
  });
  rmSync(data, { recursive: true, force: true });
});
