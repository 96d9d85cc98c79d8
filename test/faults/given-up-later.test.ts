import { afterAll, afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { runBatchOperation } from '../../src/kit/audit/batch-operation.ts';
import { IdleRecords } from '../../src/kit/data/idle-records.ts';
import { createSystemContext, type Tx } from '../../src/kit/data/tx.ts';
import type { AppError } from '../../src/kit/errors.ts';
import { type CpuAccount, TURN_MS } from '../../src/kit/time-slice.ts';
import { type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-later-'));
let running: Site[] = [];
afterEach(async () => {
  for (const site of running) await site.stop();
  running = [];
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function start(data = mkdtempSync(join(scratch, 'plant-'))): Promise<Site> {
  const site = await startSite({ data });
  running.push(site);
  return site;
}

async function stop(site: Site): Promise<void> {
  await site.stop();
  running = running.filter((one) => one !== site);
}

/** A stopwatch that advances only by work, and an account whose time slices it limits. */
let elapsed = 0;
const account: CpuAccount = {
  begin: () => undefined,
  end: () => undefined,
  refuse: () => undefined,
  wait: () => 0,
  enter: () => undefined,
  elapsed: () => elapsed,
};

const vendor = async (site: Site, name: string) =>
  (await site.admin.post('/api/vendors', { vendor: name })).data.vendorid as number;

/** Runs the first time slice of long work, like a process that ends after it. */
const begun = (site: Site, turn: (tx: Tx) => void) =>
  site.app.host.db.transact(createSystemContext(), 'test.work.begun', (tx) => {
    tx.isUnfinished = true;
    tx.audit({ entitytype: 'vendor', entityid: null });
    turn(tx);
  });

test('two conflicting batch operations end with one conflict, and no row stays locked', async () => {
  const site = await start();
  const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => vendor(site, `Met ${n}`)));
  const changing = (notes: string, order: readonly number[]) => {
    const left = [...order];
    return runBatchOperation(
      site.app.host.db,
      { ...createSystemContext(), account },
      {
        action: 'test.vendors.changed',
        step: (tx) => {
          tx.update('vendors', left.shift()!, { supportphone: notes });
          // Each row uses up a time slice.
          elapsed += TURN_MS;
          return left.length > 0;
        },
        finish: () => undefined,
        note: () => ({ entitytype: 'vendor', entityid: null }),
      },
    ).then(
      () => 'done',
      (cause: AppError) => cause.code,
    );
  };
  const ended = await Promise.all([changing('1', ids), changing('2', ids.toReversed())]);
  expect(ended).toContain('CONFLICT');
  for (const id of ids)
    expect((await site.admin.put(`/api/vendors/${id}`, { supportphone: '3' })).status).toBe(200);
});

/** Makes each part of a rollback fail with an error other than a data rule, like a full disk. */
const FAILING =
  'CREATE TRIGGER failing BEFORE DELETE ON auditjournal BEGIN SELECT * FROM disk_that_is_full; END';

test('rows of work that the start cannot roll back stay locked until a later rollback succeeds', async () => {
  const first = await start();
  const vendorid = await vendor(first, 'Before');
  begun(first, (tx) => tx.update('vendors', vendorid, { vendor: 'Half done' }));
  await stop(first);

  const file = runtime.openSqlite(join(first.data, 'millwright.db'));
  file.exec(FAILING);
  file.close();
  const again = await start(first.data);
  expect(again.log.map(({ message }) => message)).toContain('rollback of interrupted batch operation failed');
  const edit = await again.admin.put(`/api/vendors/${vendorid}`, { vendor: 'Mine' });
  const taking = await again.admin.post('/api/vendors', { vendor: 'Before' });
  expect([edit.status, taking.status]).toEqual([409, 409]);
  again.app.host.db.writeUnaudited((tx) => void tx.runUnjournaled('DROP TRIGGER failing'));
  expect((await again.admin.post('/api/jobs/audit.take-back/run')).data.lastresult).toBe('ok');
  expect((await again.admin.get(`/api/vendors/${vendorid}`)).data.vendor).toBe('Before');
  expect((await again.admin.put(`/api/vendors/${vendorid}`, { vendor: 'Mine' })).status).toBe(200);
});

test('the next start restores a record whose search document was deferred, and finds it', async () => {
  const first = await start();
  const { computerid, assetid } = (
    await first.admin.post('/api/computers', { assetnumber: 'WAITED-1', hostname: 'waited-host' })
  ).data;
  const atRest = new IdleRecords();
  const { db } = first.app.host;
  const { audit } = begun(first, (tx) => {
    tx.idleRecords = atRest;
    tx.delete('computers', computerid);
  });
  db.transact(createSystemContext(), 'test.work.begun', (tx) => {
    Object.assign(tx, { atRest, isUnfinished: true });
    tx.continue(audit!);
    tx.delete('assets', assetid);
  });
  await db.whenDurable;
  const copy = join(scratch, 'cut-off');
  cpSync(first.data, copy, { recursive: true });

  const again = await start(copy);
  expect(again.log.map(({ message }) => message)).toContain('rolled back interrupted batch operation');
  expect((await again.admin.get('/api/computers?search=waited-host')).data[0]?.assetid).toBe(assetid);
  expect((await again.admin.get('/api/assets?search=WAITED')).data[0]?.assetid).toBe(assetid);
});
