import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SYSTEM } from '../../src/kit/actor.ts';
import type { Row } from '../../src/kit/data/reader.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
/** The stopwatch that ends a group of transactions. It stops until a test advances it. */
let elapsed = 0;
beforeAll(async () => {
  site = await startSite({ elapsed: () => elapsed });
});
afterAll(() => site.stop());

/** Creates an asset. All transactions of a test run in one turn of the event loop, and thus in one commit. */
function make(name: string, also: (tx: Tx) => void = () => {}): number {
  const context = { actor: SYSTEM, requestid: null, ipaddress: null };
  return site.app.host.db.transact(context, 'test.asset.made', (tx) => {
    const id = tx.insert('assets', { assetnumber: name, name: `Kiln ${name}`, assettypeid: 1, statusid: 1 });
    tx.audit({ entitytype: 'asset', entityid: id });
    also(tx);
    return id;
  }).value;
}

const search = (text: string) =>
  site.app.host.db.read((reader) =>
    reader
      .all<{ docid: number }>('SELECT rowid AS docid FROM searchindex WHERE searchindex MATCH ?', `"${text}"`)
      .map(({ docid }) => docid % 2 ** 40),
  );
const listNumbers = async (text: string) =>
  (await site.admin.get(`/api/assets?search=${text}`)).data.map(
    (asset: { assetnumber: string }) => asset.assetnumber,
  );

/** Compares the text index with the texts. SQLite throws when they differ. */
const compare = () =>
  site.app.host.db.writeUnaudited((tx) =>
    tx.runUnjournaled("INSERT INTO searchindex (searchindex, rank) VALUES ('integrity-check', 1)"),
  );

test('a search before the commit finds records written in the same turn', async () => {
  const ids = [make('k-one'), make('k-two')];
  expect(search('kiln k-')).toEqual(ids);
  ids.push(make('k-three'));
  expect(search('kiln k-')).toEqual(ids);
  expect(site.app.host.db.whenDurable).toBeDefined();
  await site.app.host.db.whenDurable;
  expect(search('kiln k-')).toEqual(ids);
  expect(await listNumbers('k-o')).toEqual(['k-one']);
  expect(await listNumbers('k')).toContain('k-three');
  compare();
});

test('a failed transaction discards no search rows of other transactions', async () => {
  const first = make('f-first');
  const second = make('f-second');
  const failing = () =>
    make('f-third', () => {
      // Written in the transaction that is about to fail.
      expect(search('kiln f-')).toEqual([first, second]);
      throw new Error('refused');
    });
  expect(failing).toThrow('refused');
  const last = make('f-last');
  await site.app.host.db.whenDurable;
  expect(search('kiln f-')).toEqual([first, second, last]);
  expect(await listNumbers('f-th')).toEqual([]);
  compare();
});

test('a failed part is rolled back alone, and a failed first transaction as a whole', async () => {
  expect(() =>
    make('p-none', () => {
      throw new Error('refused');
    }),
  ).toThrow('refused');
  const before = make('p-before');
  const id = make('p-whole', (tx) => {
    const attempt = () =>
      tx.attempt(() => {
        expect(search('kiln p-')).toEqual([before]);
        throw new Error('this part');
      });
    expect(attempt).toThrow('this part');
  });
  await site.app.host.db.whenDurable;
  expect(search('kiln p-')).toEqual([before, id]);
  compare();
});

test('the search has only the last text of a record that changes in the turn of its creation', async () => {
  const id = make('t-one');
  const context = { actor: SYSTEM, requestid: null, ipaddress: null };
  const change = (values: Row) =>
    site.app.host.db.transact(context, 'test.asset.changed', (tx) => {
      tx.update('assets', id, values);
      tx.audit({ entitytype: 'asset', entityid: id });
    });
  change({ name: 'Furnace t-one' });
  expect(search('kiln t-')).toEqual([]);
  expect(search('furnace t-')).toEqual([id]);
  change({ isactive: 0 });
  await site.app.host.db.whenDurable;
  expect(search('furnace t-')).toEqual([id]);
  expect(await listNumbers('furnace')).toEqual([]);
  compare();
});

test('the search finds all of 1,301 records written in one transaction', async () => {
  const context = { actor: SYSTEM, requestid: null, ipaddress: null };
  site.app.host.db.transact(context, 'test.assets.made', (tx) => {
    for (let n = 0; n < 1301; n++)
      tx.insert('assets', { assetnumber: `m-${n}`, name: 'Mangle', assettypeid: 1, statusid: 1 });
    tx.audit({ entitytype: 'asset', entityid: null });
  });
  await site.app.host.db.whenDurable;
  expect(search('mangle').length).toBe(1301);
  expect((await site.admin.get('/api/assets?search=mangle&per_page=1')).meta.pagination.total).toBe(1301);
  compare();
});

test('a transaction of the next turn joins the commit group, which ends at an idle turn', async () => {
  const { db } = site.app.host;
  await db.whenDurable;
  make('t-first');
  const { whenDurable } = db;
  await new Promise(setImmediate);
  make('t-second');
  expect(db.whenDurable).toBe(whenDurable);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(db.whenDurable).toBeUndefined();
  await whenDurable;
});

test('a commit group ends after ten milliseconds when more transactions join', async () => {
  const { db } = site.app.host;
  await db.whenDurable;
  make('w-0');
  const first = db.whenDurable;
  for (let n = 1; n <= 10; n++) {
    expect([n, db.whenDurable === first]).toEqual([n, true]);
    elapsed++;
    make(`w-${n}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(db.whenDurable).not.toBe(first);
});
