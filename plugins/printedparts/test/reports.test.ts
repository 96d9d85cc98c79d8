import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabaseFile } from '../../../src/kit/data/open.ts';
import type { Client } from '../../../test/support/client.ts';
import { DAY, MINUTE } from '../../../test/support/clock.ts';
import { withSetting } from '../../../test/support/settings.ts';
import { PASSWORD, type Site, startSite } from '../../../test/support/site.ts';
import { openKiosk } from './kiosks.ts';

let site: Site;
let kiosk: Client;
beforeAll(async () => {
  site = await startSite();
  kiosk = await openKiosk(site, 'Cabinet 1');
});
afterAll(() => site.stop());

async function newItem(itemcode: string, onhand: number, body: object = {}): Promise<number> {
  const { itemid } = (await site.admin.post('/api/printedparts/items', { itemcode, ...body })).data;
  await site.admin.post(`/api/printedparts/items/${itemid}/receive`, { quantity: onhand });
  return itemid;
}
const take = async (itemcode: string, quantity: number, badge: string) => {
  site.clock.advance(MINUTE);
  expect((await kiosk.post('/api/printedparts/kiosk/take', { itemcode, quantity, badge })).status).toBe(200);
};
const read = async (name: string, query = '', client = site.anonymous) =>
  (await client.get(`/api/printedparts/reports/${name}${query}`)).data;
type Row = Record<string, unknown>;
const pick = (rows: Row[], ...keys: string[]) => rows.map((row) => keys.map((key) => row[key]));
const only = (rows: Row[], prefix: string) =>
  rows.filter(({ itemcode }) => String(itemcode).startsWith(prefix));

test('the stock report shows quantity, low stock and the difference to the ledger', async () => {
  const one = await newItem('R-1', 10, { lowstockthreshold: 4, name: 'Clip' });
  await newItem('R-2', 3, { lowstockthreshold: 4 });
  await newItem('R-3', 1);
  await take('R-1', 2, '77');
  const { columns, rows } = await read('stock');
  expect(columns.slice(0, 2)).toEqual([
    { key: 'itemid', title: 'ID' },
    { key: 'itemcode', title: 'Item code' },
  ]);
  const keys = ['itemcode', 'quantityonhand', 'lowstockthreshold', 'lowstock', 'ledgerdelta'];
  expect(pick(only(rows, 'R-'), ...keys)).toEqual([
    ['R-1', 8, 4, false, 0],
    ['R-2', 3, 4, true, 0],
    ['R-3', 1, null, false, 0],
  ]);
  const low = (await site.anonymous.get('/api/reports/low-stock')).data.rows;
  expect(pick(only(low, 'R-'), 'itemcode', 'quantityonhand')).toEqual([['R-2', 3]]);
  // Simulates a change of the database by another tool.
  const past = openDatabaseFile(join(site.data, 'millwright.db'));
  past.prepare('UPDATE printedpartitems SET quantityonhand = quantityonhand + 5 WHERE itemid = ?').run(one);
  past.close();
  const first = async () => only((await read('stock')).rows, 'R-')[0]!;
  expect(pick([await first()], 'itemcode', 'ledgerdelta')).toEqual([['R-1', 5]]);
  // The kiosk continues to book, and the difference remains visible until it is corrected.
  await take('R-1', 1, '77');
  const after = await first();
  expect([after.quantityonhand, after.ledgerdelta]).toEqual([12, 5]);
});

test('the consumption and person reports count takes of the requested days, the most first', async () => {
  await newItem('C-1', 100);
  await newItem('C-2', 100);
  site.clock.advance(60 * DAY);
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
  await take('C-1', 5, '4077');
  site.clock.advance(40 * DAY);
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
  await take('C-1', 1, '4077');
  await take('C-1', 1, '4078');
  await take('C-2', 9, '0078BZ');
  const items = async (query: string) =>
    pick(only((await read('consumption', query)).rows, 'C-'), 'itemcode', 'takes', 'quantitytaken');
  expect(await items('')).toEqual([
    ['C-2', 1, 9],
    ['C-1', 2, 2],
  ]);
  const all = [
    ['C-2', 1, 9],
    ['C-1', 3, 7],
  ];
  for (const days of ['0', '-1', '-99999999', '60', '99999999'])
    expect([days, await items(`?days=${days}`)]).toEqual([days, all]);
  const own = ({ sso }: Row) => ['078', '4077', '4078'].includes(String(sso));
  const people = pick((await read('by-person')).rows.filter(own), 'sso', 'takes', 'quantitytaken');
  expect(people).toEqual([
    ['078', 1, 9],
    ['4077', 1, 1],
    ['4078', 1, 1],
  ]);
  for (const days of ['x', '1.5', '1e3']) {
    const { status, error } = await site.anonymous.get(`/api/printedparts/reports/consumption?days=${days}`);
    expect([days, status, error.details.issues[0].path]).toEqual([days, 400, 'days']);
  }
});

test('each report exports CSV with escaped formulas', async () => {
  await newItem('=cmd()', 5, { name: '＝1+1', gagelabtag: '@x' });
  await take('=cmd()', 2, '77');
  for (const [name, cells] of [
    ['stock', ["'=cmd()", "'=1+1", "'@x"]],
    ['consumption', ["'=cmd()", "'=1+1", "'@x"]],
    ['by-person', ['77']],
  ] as const) {
    const csv = await site.anonymous.get(`/api/printedparts/reports/${name}?format=csv`);
    expect([csv.status, csv.headers.get('content-type'), csv.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      `attachment; filename="printedparts-${name}.csv"`,
    ]);
    for (const cell of cells) expect(csv.text).toContain(cell);
    expect(csv.text).not.toMatch(/(^|,)"?[=＝@]/m);
    const { columns, rows } = await read(name);
    expect(csv.text.trim().split('\r\n')).toHaveLength(rows.length + 1);
    expect(csv.text.split('\r\n')[0]).toBe(columns.map(({ title }: { title: string }) => title).join(','));
  }
});

test('reports contain no badge with basic anonymous access and return 401 without access', async () => {
  await newItem('P-1', 5);
  await take('P-1', 1, '99887766');
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    for (const query of ['', '?format=csv']) {
      const answer = await site.anonymous.get(`/api/printedparts/reports/by-person${query}`);
      expect([answer.status, answer.text.includes('99887766')]).toEqual([200, false]);
    }
    expect((await read('by-person', '', site.admin)).rows.map(({ sso }: Row) => sso)).toContain('99887766');
  });
  await withSetting(site, 'anonymous_read', 'none', async () => {
    for (const name of ['stock', 'consumption', 'by-person'])
      expect((await site.anonymous.get(`/api/printedparts/reports/${name}`)).status).toBe(401);
  });
});
