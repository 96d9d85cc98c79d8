import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { deleteOpenBatches } from '../../plugins/endpoints/commands/batch.ts';
import { Polls } from '../../plugins/endpoints/commands/polls.ts';
import { setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { Row } from '../../src/kit/data/reader.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { yieldToEventLoop } from '../../src/kit/time-slice.ts';
import { measureTurns } from '../support/measure-turns.ts';
import { type Site, startSite } from '../support/site.ts';
import { expectTurns } from './expect-turns.ts';

setDefaultTimeout(120_000);

const PCS = 5000;

let site: Site;
let assetids: number[];
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  const { db } = site.app.host;
  assetids = db.transact(createSystemContext(), 'test.computers.seeded', (tx) => {
    tx.audit({ entitytype: 'computer', entityid: null, undoable: false });
    const assettypeid = tx.value<number>("SELECT assettypeid FROM assettypes WHERE assettype = 'Computer'")!;
    return Array.from({ length: PCS }, (_, n) => {
      const assetid = tx.insert('assets', { assetnumber: `T-${n}`, name: `PC ${n}`, assettypeid } as Row);
      tx.insert('computers', { assetid, hostname: `turn-${n}` } as Row);
      return assetid;
    });
  }).value;
  // Wait for the commit, so that no test counts its statements.
  await db.whenDurable;
});
afterAll(() => site.stop());

const sql = (text: string) => site.app.host.db.writeUnaudited((tx) => void tx.runUnjournaled(text));
const count = (table: string) =>
  site.app.host.db.read((reader) => reader.value(`SELECT count(*) FROM ${table}`));

/** Deletes all commands, because the tests of commands claim and count all of them. */
beforeEach(() => {
  sql('DROP TRIGGER IF EXISTS halfway');
  sql('DELETE FROM endpointcommands');
  sql('DELETE FROM commandbatches');
});

test('a command to 5,000 PCs yields to other requests and reaches each pending poll once', async () => {
  const polls = site.app.host.getInstance(Polls);
  const { signal } = new AbortController();
  const waiting = assetids.slice(0, 4000).map(async (assetid) => {
    await polls.wait(assetid, performance.now() + 60_000, signal);
    return polls.claim(assetid)?.commandid;
  });
  expect(polls.size).toBe(waiting.length);
  const listQueued = async () =>
    (await site.admin.get('/api/auditlogs?action=endpoints.command.queued')).data;
  const before = new Set((await listQueued()).map(({ auditlogid }: Row) => auditlogid));
  const body = { action: 'message', parameters: { text: 'Hello' }, assetids };
  const seen = await measureTurns(site, () => site.admin.post('/api/endpoints/commands/bulk', body));
  expect(seen.result.status).toBe(201);
  expect(seen.result.data.queued).toHaveLength(PCS);
  expectTurns(seen, 10_000);
  const got = await Promise.all(waiting);
  expect(got).not.toContain(undefined);
  expect(new Set(got).size).toBe(waiting.length);
  const rows = (await listQueued()).filter(({ auditlogid }: Row) => !before.has(auditlogid));
  expect(rows).toHaveLength(1);
  expect(rows[0].details).toMatchObject({ action: 'message', queued: PCS, refused: 0 });
  expect(count('commandbatches')).toBe(0);
});

test('200 labels query the flags of their assets once and yield to other requests', async () => {
  const { contributions } = site.app.host;
  const { assetFlags } = contributions;
  const queriedCounts: number[] = [];
  contributions.assetFlags = (host, reader, ids) => {
    queriedCounts.push(ids.length);
    return assetFlags(host, reader, ids);
  };
  const ids = assetids.slice(0, 200).join();
  for (const path of ['', '/zpl']) {
    const seen = await measureTurns(site, () => site.anonymous.get(`/api/labels/asset${path}?ids=${ids}`));
    expect(seen.result.status).toBe(200);
    expectTurns(seen, 200);
    expect(seen.statements).toBeLessThan(250);
  }
  expect(queriedCounts).toEqual([200, 200]);
  contributions.assetFlags = assetFlags;
});

test('the relationships of an asset with 900 of them yield to other requests', async () => {
  const { db } = site.app.host;
  const [one, ...others] = assetids;
  db.transact(createSystemContext(), 'test.ties.seeded', (tx) => {
    tx.audit({ entitytype: 'asset', entityid: one!, undoable: false });
    const type = tx.value<number>(
      "SELECT relationshiptypeid FROM relationshiptypes WHERE relationshiptype = 'dualpath'",
    )!;
    for (const other of others.slice(0, 900))
      tx.insert('relationships', {
        sourceassetid: one,
        targetassetid: other,
        relationshiptypeid: type,
      } as Row);
  });
  const seen = await measureTurns(site, () =>
    site.anonymous.get(`/api/assets/${one}/relationships?effective=true`),
  );
  expect(seen.result.data).toHaveLength(900);
  expectTurns(seen, 1000);
  // At most two time slices of long work, each with the row in which it ends.
  expect(seen.longest).toBeLessThan(21);
});

test('a batch of commands that fails leaves none and delivers none before its end', async () => {
  const polls = site.app.host.getInstance(Polls);
  sql(
    `CREATE TRIGGER halfway BEFORE INSERT ON endpointcommands WHEN new.assetid = ${assetids[4000]} BEGIN SELECT raise(ABORT, 'half way'); END`,
  );
  const body = { action: 'message', parameters: { text: 'Never' }, assetids };
  let [most, isDone] = [0, false];
  const failed = site.admin.post('/api/endpoints/commands/bulk', body).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    most = Math.max(most, count('endpointcommands') as number);
    polls.wake(assetids[0]!);
    expect(polls.claim(assetids[0]!)).toBeUndefined();
    await yieldToEventLoop();
  }
  expect((await failed).status).toBe(500);
  expect(most).toBeGreaterThan(0);
  expect([count('endpointcommands'), count('commandbatches')]).toEqual([0, 0]);
});

test('the start deletes an interrupted batch of commands', () => {
  site.app.host.db.writeUnaudited((tx) => {
    const [kept, cut] = assetids;
    const insert = (assetid: number, batchid: number | null) =>
      tx.runUnjournaled(
        "INSERT INTO endpointcommands (assetid, action, username, batchid, createddate) VALUES (?, 'message', 'x', ?, '2026-11-23T00:00:00.000Z')",
        assetid,
        batchid,
      );
    insert(kept!, null);
    tx.runUnjournaled(
      'INSERT INTO commandbatches (batchid, lastcommandid) SELECT 77, max(commandid) FROM endpointcommands',
    );
    insert(cut!, 77);
    deleteOpenBatches(tx);
  });
  expect([count('endpointcommands'), count('commandbatches')]).toEqual([1, 0]);
});
