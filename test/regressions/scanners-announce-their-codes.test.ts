import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { openKiosk } from '../../plugins/printedparts/test/kiosks.ts';
import { type StocktakeHall, startHall } from '../../plugins/stocktake/test/hall.ts';
import { readScan } from '../../src/kit/scanned-code.ts';
import type { Client } from '../support/client.ts';

let hall: StocktakeHall;
let usb: Client;
let parts: Client;
beforeAll(async () => {
  hall = await startHall();
  const { site } = hall;
  await site.admin.put('/api/settings/usb_kiosk_enabled', { value: 'true' });
  usb = await openKiosk(site, 'Drawer 1', 'usb');
  parts = await openKiosk(site, 'Cabinet 1');
  await site.admin.post('/api/usb', { deviceid: 'USB-0001' });
  const { data } = await site.admin.post('/api/printedparts/items', { itemcode: 'PP-0042' });
  await site.admin.post(`/api/printedparts/items/${data.itemid}/receive`, { quantity: 500 });
});
afterAll(() => hall.stop());
// Advance the clock, so that a scan of one test is not a repetition in the next.
beforeEach(() => hall.site.clock.advance(PAUSE));

/** Milliseconds, longer than the two seconds in which a kiosk books an equal scan only once. */
const PAUSE = 5000;

const GS = '\u001d';
/** Functions that return a code as scanners send it. */
const SENT: readonly ((code: string) => string)[] = [
  (code) => code,
  ...[']C0', ']C1', ']Q1', ']Q3', ']d2', ']e0', ']E0', ']A0', ']L2', ']zC', ']I0', ']X0'].map(
    (prefix) => (code: string) => `${prefix}${code}`,
  ),
  (code) => `]C1${GS}${code}`,
  (code) => `${GS}]C1${code}`,
  (code) => `${code}${GS}`,
  (code) => `]d2${code.slice(0, 3)}${GS}${code.slice(3)}${GS}`,
  (code) => `]Q1${code}\r\n`,
  (code) => `  ]Q1 ${code} `,
  (code) => `]d2]C1${code}`,
  (code) => `]d2${GS}]C1${GS}${code}`,
  (code) => `]Q1 ]C0 ]d2 ${code}`,
];

test('readScan removes the prefix of the scanner and GS characters', () => {
  for (const sent of SENT) expect(readScan(sent('USB-0001'))).toBe('USB-0001');
  // Texts that only look similar.
  for (const text of [']', ']C', ']C1', ']1C1', ']C!X', '[C1X', 'X]C1Y', ']CXY'])
    expect(readScan(text)).toBe(text);
  for (const nothing of ['', GS, ` ${GS} `]) expect(readScan(nothing)).toBe('');
});

test('the kiosk of USB devices accepts device IDs and badges with scanner prefixes', async () => {
  for (const [n, sent] of SENT.entries()) {
    const found = await usb.get(`/api/usb/kiosk/device/${encodeURIComponent(sent('USB-0001'))}`);
    expect([n, found.status, found.data?.deviceid]).toEqual([n, 200, 'USB-0001']);
    hall.site.clock.advance(PAUSE);
    const body = { device_id: sent('USB-0001'), badge: sent('0012345BZ') };
    const taken = await usb.post('/api/usb/kiosk/checkout', body);
    expect([n, taken.status, taken.data?.state]).toEqual([n, 200, 'checkedout']);
    const returned = await usb.post('/api/usb/kiosk/checkin', body);
    expect([n, returned.status, returned.data?.state]).toEqual([n, 200, 'available']);
  }
});

test('a badge of only a prefix is unreadable, and one of only GS characters is empty', async () => {
  const codeOf = async (badge: string) =>
    (await usb.post('/api/usb/kiosk/checkout', { device_id: 'USB-0001', badge })).error.code;
  expect(await codeOf(']A0')).toBe('BADGE_UNREADABLE');
  expect(await codeOf(GS)).toBe('BADGE_EMPTY');
});

test('the kiosk of printed parts accepts labels with scanner prefixes', async () => {
  for (const [n, sent] of SENT.entries()) {
    const found = await parts.get(`/api/printedparts/kiosk/item/${encodeURIComponent(sent('PP-0042|3'))}`);
    expect([n, found.status, found.data?.itemcode, found.data?.revision]).toEqual([n, 200, 'PP-0042', 3]);
    hall.site.clock.advance(PAUSE);
    const body = { itemcode: sent('PP-0042'), badge: sent('4711'), quantity: 1 };
    const taken = await parts.post('/api/printedparts/kiosk/take', body);
    expect([n, taken.status, taken.data?.repeated]).toEqual([n, 200, false]);
  }
});

test('a stocktake finds an asset by a code with scanner prefixes', async () => {
  const { assetid, assetnumber } = await hall.asset({ serialnumber: 'SN-778-A' });
  const stocktakeid = await hall.start();
  for (const [n, sent] of SENT.entries()) {
    const codes = [assetnumber, 'SN-778-A', `${hall.site.url}/assets/${assetid}`];
    const answers = await hall.scan(stocktakeid, ...codes.map(sent));
    expect([n, answers.map((answer) => answer.assetid)]).toEqual([n, codes.map(() => assetid)]);
    expect([n, answers.map((answer) => answer.code)]).toEqual([n, codes]);
  }
});

test('the search and the assets list find a code with scanner prefixes', async () => {
  const { assetid, assetnumber } = await hall.asset({ serialnumber: 'SN-902-B' });
  const { admin } = hall.site;
  for (const [n, sent] of SENT.entries())
    for (const code of [assetnumber, 'SN-902-B']) {
      const text = encodeURIComponent(sent(code));
      const [hit] = (await admin.get(`/api/search?q=${text}`)).data;
      expect([n, hit?.kind, hit?.id]).toEqual([n, 'asset', assetid]);
      const [row] = (await admin.get(`/api/assets?search=${text}`)).data;
      expect([n, row?.assetid]).toEqual([n, assetid]);
    }
  expect((await admin.get(`/api/employees/search?q=${encodeURIComponent(']A0 x')}`)).status).toBe(400);
});
