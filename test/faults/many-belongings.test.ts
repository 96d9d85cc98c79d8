import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordCollision } from '../../src/features/catalog/index.ts';
import type { Row } from '../../src/kit/data/reader.ts';
import { createSystemContext, type Tx } from '../../src/kit/data/tx.ts';
import { yieldToEventLoop } from '../../src/kit/time-slice.ts';
import { measureTurns } from '../support/measure-turns.ts';
import { type Site, startSite } from '../support/site.ts';
import { expectTurns } from './expect-turns.ts';

setDefaultTimeout(120_000);

const ADDRESSES = 2000;
const TIES = 900;
const LINES = 1500;
const QUESTIONS = 300;
/**
 * Maximum work in milliseconds between two turns of the event loop. This is one time slice of long work, plus
 * the writes before its commit.
 */
const LONGEST = 30;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

interface Pair {
  collisionid: number;
  kept: number;
  retired: number;
}

const seedPair = <T>(work: (tx: Tx) => T) =>
  site.app.host.db.transact(createSystemContext(), 'test.pair.seeded', (tx) => {
    tx.audit({ entitytype: 'asset', entityid: null, undoable: false });
    return { result: work(tx) };
  }).value.result;

const assetOf = (tx: Tx, assetnumber: string) =>
  tx.insert('assets', { assetnumber, name: assetnumber, assettypeid: 1 } as Row);

function askOf(tx: Tx, kept: number, retired: number): Pair {
  recordCollision(tx, kept, retired, 'Both are called alike.');
  const collisionid = tx.value<number>('SELECT max(collisionid) FROM assetcollisions')!;
  return { collisionid, kept, retired };
}

/**
 * Creates two records of one asset. The newer one has thousands of rows, some of which the older one has too.
 * All addresses start with `octet`.
 */
function pairOfMany(tx: Tx, name: string, octet: string): Pair {
  const [kept, retired] = [assetOf(tx, `${name}-kept`), assetOf(tx, `${name}-retired`)];
  const addressOf = (n: number) =>
    [octet, ...[24, 16, 8, 0].map((bits) => ((n >> bits) & 255).toString(16).padStart(2, '0')), '00'].join(
      ':',
    );
  const address = (assetid: number, n: number) =>
    tx.insert('communications', {
      assetid,
      commtype: 'mac',
      address: addressOf(n),
      isprimary: n === 7 ? 1 : 0,
    } as Row);
  for (let n = 0; n < ADDRESSES; n++) address(retired, n);
  for (let n = 0; n < 50; n++) address(kept, n * 3);
  const [oneway, twoway] = tx
    .all<{ id: number }>(
      'SELECT min(relationshiptypeid) AS id FROM relationshiptypes WHERE issingular = 0 GROUP BY isdirectional ORDER BY isdirectional DESC',
    )
    .map(({ id }) => id);
  const tie = (sourceassetid: number, targetassetid: number, relationshiptypeid: number) =>
    tx.insert('relationships', { sourceassetid, targetassetid, relationshiptypeid } as Row);
  const others: number[] = [];
  for (let n = 0; n < TIES; n++) {
    const other = assetOf(tx, `${name}-${n}`);
    tie(retired, other, oneway!);
    tie(other, retired, twoway!);
    if (n % 10 === 0) tie(kept, other, oneway!);
    others.push(other);
    if (n < QUESTIONS) recordCollision(tx, retired, other, 'Perhaps they are one.');
  }
  // The same relationships as some of those above, in the other direction.
  for (const other of others.slice(0, 9)) tie(retired, other, twoway!);
  tie(retired, kept, oneway!);
  return askOf(tx, kept, retired);
}

const TABLES = [
  'communications',
  'relationships',
  'assets',
  'assetcollisions',
  'measuringtools',
  'calibrations',
  'searchdocs',
  'searchkeys',
];

/** Returns all rows of the tables. The caller excludes time stamps, because an undo renews them. */
function rowsOf({ app }: Site, tables: readonly string[], without: readonly string[] = []) {
  const { db } = app.host;
  return db.read((reader) =>
    tables.map((table) => {
      const columns = [...db.schema.table(table).columns.keys()].filter((name) => !without.includes(name));
      return [table, reader.all(`SELECT ${columns.join()} FROM ${table} ORDER BY ${columns.join()}`)];
    }),
  );
}
const asBefore = (of: Site = site) => rowsOf(of, TABLES, ['modifieddate']);
const whole = () => rowsOf(site, [...TABLES, 'assethistory', 'auditlogs', 'auditjournal']);

const decide = ({ collisionid }: Pair, dryrun = false) =>
  site.admin.post(`/api/assets/collisions/${collisionid}/decide`, { same: true, dryrun });

async function undoLast() {
  const [row] = (await site.admin.get('/api/auditlogs?action=catalog.collision.decided&per_page=1')).data;
  return site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`, {});
}

const count = (sql: string, ...params: number[]) =>
  site.app.host.db.read((reader) => reader.value<number>(sql, ...params));
const addressesOf = (assetid: number) =>
  count('SELECT count(*) FROM communications WHERE assetid = ?', assetid);
const tiesOf = (assetid: number) =>
  count('SELECT count(*) FROM relationships WHERE ? IN (sourceassetid, targetassetid)', assetid);

test('a merge, its dry run and its undo move thousands of addresses and ties in time slices', async () => {
  const pair = seedPair((tx) => pairOfMany(tx, 'M', '02'));
  const before = whole();
  const left = asBefore();
  const dry = await measureTurns(site, () => decide(pair, true));
  expectTurns(dry, ADDRESSES + 2 * TIES, LONGEST);
  const moved = { addresses: ADDRESSES - 50, relationships: 2 * TIES - TIES / 10 };
  expect(dry.result.data).toMatchObject({ dryrun: true, assetid: pair.kept, moved });
  expect(whole()).toEqual(before);

  const done = await measureTurns(site, () => decide(pair));
  expectTurns(done, ADDRESSES + 2 * TIES, LONGEST);
  expect(done.result.data).toEqual({ ...dry.result.data, dryrun: false });
  expect([addressesOf(pair.retired), tiesOf(pair.retired)]).toEqual([0, 0]);
  expect([addressesOf(pair.kept), tiesOf(pair.kept)]).toEqual([ADDRESSES, 2 * TIES]);
  const sql = 'SELECT count(*) FROM assetcollisions WHERE same IS NULL AND olderassetid = ?';
  expect([count(sql, pair.retired), count(sql, pair.kept)]).toEqual([0, QUESTIONS]);
  const [hit] = (await site.admin.get('/api/search?q=02:00:00:07:cf:00')).data;
  expect(hit.title).toBe('M-kept');

  const undone = await measureTurns(site, undoLast);
  expect([undone.result.status, undone.result.error]).toEqual([200, undefined]);
  expectTurns(undone, ADDRESSES + 2 * TIES, LONGEST);
  expect(asBefore()).toEqual(left);
});

test('a merge moves 1,500 calibrations in time slices, and its undo restores the derived dates', async () => {
  const gauge = async (assetnumber: string) =>
    (
      await site.admin.post('/api/measuringtools', {
        assetnumber,
        name: assetnumber,
        calibrationintervaldays: 100,
        lastcalibrationdate: '2024-01-01',
      })
    ).data as { assetid: number; measuringtoolid: number };
  const [kept, retired] = [await gauge('G-1'), await gauge('G-2')];
  const pair = seedPair((tx) => {
    for (let n = 0; n < LINES; n++)
      tx.insert('calibrations', {
        measuringtoolid: retired.measuringtoolid,
        calibrationdate: new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10),
        result: n % 2 === 0 ? 'pass' : 'fail',
      } as Row);
    const last = tx.value<string>('SELECT max(calibrationdate) FROM calibrations')!;
    tx.update('measuringtools', retired.measuringtoolid, { lastcalibrationdate: last });
    return askOf(tx, kept.assetid, retired.assetid);
  });
  const [before, left] = [whole(), asBefore()];
  const tool = async (id: number) => (await site.admin.get(`/api/measuringtools/${id}`)).data;
  const { lastcalibrationdate, calibrationduedate, lastresult } = await tool(retired.measuringtoolid);
  const dry = await measureTurns(site, () => decide(pair, true));
  expectTurns(dry, LINES, LONGEST);
  expect(whole()).toEqual(before);
  const done = await measureTurns(site, () => decide(pair));
  expectTurns(done, LINES, LONGEST);
  expect([done.result.error, done.result.data]).toEqual([undefined, { ...dry.result.data, dryrun: false }]);
  expect(done.result.data.moved).toEqual({ calibrations: LINES });
  expect(await tool(kept.measuringtoolid)).toMatchObject({
    lastcalibrationdate,
    calibrationduedate,
    lastresult,
  });
  const undone = await measureTurns(site, undoLast);
  expect([undone.result.status, undone.result.error]).toEqual([200, undefined]);
  expectTurns(undone, LINES, LONGEST);
  expect(asBefore()).toEqual(left);
});

test('a merge above a row limit returns LIMIT in a dry run and in a decision and changes nothing', async () => {
  const pair = seedPair((tx) => {
    const [kept, retired] = [assetOf(tx, 'F-kept'), assetOf(tx, 'F-retired')];
    for (const sourceassetid of [kept, retired])
      for (let n = 0; n < 600; n++)
        tx.insert('relationships', {
          sourceassetid,
          targetassetid: assetOf(tx, `F-${sourceassetid}-${n}`),
          relationshiptypeid: 1,
        } as Row);
    return askOf(tx, kept, retired);
  });
  const left = asBefore();
  for (const dryrun of [true, false]) {
    const seen = await measureTurns(site, () => decide(pair, dryrun));
    expect([seen.result.status, seen.result.error?.code]).toEqual([409, 'LIMIT']);
    expectTurns(seen, 600, LONGEST);
    expect(asBefore()).toEqual(left);
  }
});

test('a running merge refuses new rows of the retired record, and the next start rolls it back', async () => {
  const pair = seedPair((tx) => pairOfMany(tx, 'C', '06'));
  const left = asBefore();
  const copy = mkdtempSync(join(tmpdir(), 'millwright-cut-'));
  const work = decide(pair);
  while (addressesOf(pair.retired)! > ADDRESSES / 2) await yieldToEventLoop();
  await site.app.host.db.whenDurable;
  expect(tiesOf(pair.retired)).toBeGreaterThan(0);
  // The disk at this moment has the state that a killed process leaves.
  cpSync(site.data, copy, { recursive: true });
  const late = await site.admin.post(`/api/assets/${pair.retired}/communications`, {
    commtype: 'ip',
    address: '10.0.0.1',
  });
  expect([late.status, late.error.message]).toEqual([409, expect.stringContaining('Try again in a moment')]);
  expect((await work).status).toBe(200);

  const again = await startSite({ data: copy });
  expect(again.log.map(({ message }) => message)).toContain('rolled back interrupted batch operation');
  expect(asBefore(again)).toEqual(left);
  await again.stop();
  rmSync(copy, { recursive: true, force: true });
});
