import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);

/** Enough rows for several turns of the event loop on any machine. */
const ROWS = 1000;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const create = async (client: Client, path: string, body: object) => {
  const answer = await client.post(path, body);
  expect(answer.status).toBe(201);
  return answer.data;
};

/** Starts an import of new computers after `first`, a row that changes an existing one. */
function importing(first: string, prefix: string) {
  const lines = Array.from({ length: ROWS }, (_, n) => `${prefix}-${n},${prefix}host${n},`);
  return importOf('Computer', ['assetnumber,hostname,modelnumberid', first, ...lines]);
}

/** Starts an import whose caller can disconnect. `takenBack` waits for the audit row of the rollback. */
async function importOf(target: string, lines: readonly string[]) {
  const body = new FormData();
  body.set('file', new File([`${lines.join('\n')}\n`], 'rows.csv'));
  body.set('target', target);
  body.set('dryrun', 'false');
  const before: number = (await takenBackRows()).meta.pagination.total;
  const caller = new AbortController();
  const { authorization } = site.admin.headers;
  const answer = fetch(`${site.url}/api/imports`, {
    method: 'POST',
    body,
    headers: { authorization: authorization! },
    signal: caller.signal,
  }).then(
    ({ status }) => status,
    () => 'left',
  );
  return { answer, leave: () => caller.abort(), takenBack: () => takenBackAfter(before) };
}

const countOf = async (prefix: string) =>
  (await site.admin.get(`/api/assets?search=${prefix}-&per_page=1`)).meta.pagination.total as number;

async function untilBegun(prefix: string): Promise<void> {
  while ((await countOf(prefix)) === 0) await Bun.sleep(1);
}

const takenBackRows = () => site.admin.get('/api/auditlogs?per_page=1&action=audit.change.takenback');

/** Returns the newest audit row of a rollback, once there are more of them than before. */
async function takenBackAfter(before: number) {
  for (;;) {
    const { data, meta } = await takenBackRows();
    if (meta.pagination.total > before) return data[0];
    await Bun.sleep(5);
  }
}

const pc = async (assetid: number) => (await site.admin.get(`/api/computers/by-asset/${assetid}`)).data;

test('a value that a running import released stays reserved, and an aborted import is rolled back', async () => {
  const { assetid } = await create(site.admin, '/api/computers', {
    assetnumber: 'OLD-1',
    hostname: 'free-host',
  });
  const work = await importing('OLD-1,other-host,', 'LEFT');
  await untilBegun('LEFT');
  const taken = await site.admin.post('/api/computers', { assetnumber: 'LATE-1', hostname: 'FREE-HOST' });
  expect([taken.status, taken.error.message]).toEqual([409, expect.stringContaining('may still need')]);
  work.leave();
  expect(await work.answer).toBe('left');
  await work.takenBack();
  expect(await countOf('LEFT')).toBe(0);
  expect((await pc(assetid)).hostname).toBe('free-host');
  expect(
    (await site.admin.put(`/api/computers/${(await pc(assetid)).computerid}`, { notes: 'Mine' })).status,
  ).toBe(200);
});

test('a value that an import released is free when the import is complete', async () => {
  await create(site.admin, '/api/computers', { assetnumber: 'OLD-2', hostname: 'second-host' });
  expect(await (await importing('OLD-2,third-host,', 'THROUGH')).answer).toBe(201);
  await create(site.admin, '/api/computers', { assetnumber: 'LATE-2', hostname: 'second-host' });
});

test('a record that a row referred to before a running import cannot be deleted', async () => {
  const [before, after] = [
    await create(site.admin, '/api/models', { modelnumber: 'Before' }),
    await create(site.admin, '/api/models', { modelnumber: 'After' }),
  ];
  const { assetid } = await create(site.admin, '/api/computers', {
    assetnumber: 'OLD-3',
    hostname: 'fourth-host',
    modelnumberid: before.modelnumberid,
  });
  const work = await importing(`OLD-3,fourth-host,${after.modelnumberid}`, 'MODEL');
  await untilBegun('MODEL');
  const deletion = await site.admin.delete(`/api/models/${before.modelnumberid}`);
  expect([deletion.status, deletion.error.message]).toEqual([409, expect.stringContaining('may still need')]);
  work.leave();
  await work.answer;
  await work.takenBack();
  expect(await countOf('MODEL')).toBe(0);
  expect((await pc(assetid)).modelnumberid).toBe(before.modelnumberid);
});

test('an aborted import of PCs in a known subnet is rolled back completely and can be undone', async () => {
  await create(site.admin, '/api/network/subnets', { cidr: '10.77.0.0/16', name: 'Known' });
  const lines = (prefix: string) => [
    'assetnumber,hostname,ipaddress',
    ...Array.from(
      { length: ROWS },
      (_, n) => `${prefix}-${n},${prefix}host${n},10.77.${n >> 7}.${(n % 128) + 1}`,
    ),
  ];
  const left = await importOf('Computer', lines('SUBNET'));
  await untilBegun('SUBNET');
  left.leave();
  await left.answer;
  const row = await left.takenBack();
  expect(await countOf('SUBNET')).toBe(0);
  expect(row.details.stayed).toBeUndefined();

  expect(await (await importOf('Computer', lines('WHOLE'))).answer).toBe(201);
  const [{ importid }] = (await site.admin.get('/api/imports?per_page=1')).data;
  expect((await site.admin.post(`/api/imports/${importid}/undo`)).status).toBe(200);
  expect(await countOf('WHOLE')).toBe(0);
});

test('no address refers to a subnet of an aborted import', async () => {
  const { assetid } = await create(site.admin, '/api/computers', {
    assetnumber: 'OLD-4',
    hostname: 'fifth-host',
  });
  await create(site.admin, `/api/assets/${assetid}/communications`, { commtype: 'ip', address: '10.99.0.5' });
  const subnetOf = async () =>
    (await site.admin.get(`/api/assets/${assetid}/communications`)).data[0].subnetid as number | null;
  expect(await subnetOf()).toBeNull();
  const lines = Array.from({ length: ROWS }, (_, n) => `10.99.${n >> 3}.${(n % 8) * 32}/27,7,N${n}`);
  const work = await importOf('network/subnets', ['cidr,vlan,name', ...lines]);
  while ((await subnetOf()) === null) await Bun.sleep(1);
  work.leave();
  await work.answer;
  await work.takenBack();
  expect(await subnetOf()).toBeNull();
});

test('the rollback reports a relationship that fits only the rolled back rows', async () => {
  const [one, other] = [
    await create(site.admin, '/api/machines', { assetnumber: 'BAY-1' }),
    await create(site.admin, '/api/machines', { assetnumber: 'BAY-2' }),
  ];
  const lines = Array.from({ length: ROWS }, (_, n) => `BAYS-${n},false`);
  const work = await importOf('Machine', ['assetnumber,isdualpath', 'BAY-1,true', 'BAY-2,true', ...lines]);
  await untilBegun('BAYS');
  const types = (await site.admin.get('/api/assets/relationshiptypes')).data;
  const { relationshiptypeid } = types.find((type: { relationshiptype: string }) =>
    /dual/i.test(type.relationshiptype),
  );
  await create(site.admin, '/api/assets/relationships', {
    sourceassetid: one.assetid,
    targetassetid: other.assetid,
    relationshiptypeid,
  });
  work.leave();
  await work.answer;
  const row = await work.takenBack();
  expect(await countOf('BAYS')).toBe(0);
  expect(row.details.broken).toContain('connected to another bay');
});

test('a late rollback keeps and names rows that users changed since, and runs only once', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millwright-late-'));
  const first = await startSite({ data });
  const vendors = ['Freed', 'Edited', 'Left alone'];
  const ids = new Map<string, number>();
  for (const vendor of vendors)
    ids.set(vendor, (await create(first.admin, '/api/vendors', { vendor })).vendorid);
  const [used, unused] = first.app.host.db.transact(createSystemContext(), 'test.work.begun', (tx) => {
    tx.isUnfinished = true;
    tx.audit({ entitytype: 'vendor', entityid: null });
    for (const [vendor, id] of ids) tx.update('vendors', id, { vendor: `${vendor}, half done` });
    return [tx.insert('vendors', { vendor: 'New and used' }), tx.insert('vendors', { vendor: 'New' })];
  }).value;
  // Like after a start that could not roll the work back: no row stays locked.
  await create(first.admin, '/api/vendors', { vendor: 'Freed' });
  await create(first.admin, '/api/models', { modelnumber: 'M-1', vendorid: used });
  expect(
    (await first.admin.put(`/api/vendors/${ids.get('Edited')}`, { website: 'https://edited.example' }))
      .status,
  ).toBe(200);
  await first.stop();

  for (const start of [1, 2]) {
    const again = await startSite({ data });
    const nameOf = async (id: number) => (await again.admin.get(`/api/vendors/${id}`)).data?.vendor;
    expect(await Promise.all([...ids.values(), used!, unused!].map(nameOf))).toEqual([
      'Freed, half done',
      'Edited, half done',
      'Left alone',
      'New and used',
      undefined,
    ]);
    const stayedrows = { vendors: [used, ids.get('Edited'), ids.get('Freed')] };
    const [row, ...others] = (await again.admin.get('/api/auditlogs?action=audit.change.takenback')).data;
    expect([row.details, others]).toEqual([expect.objectContaining({ stayed: 3, stayedrows }), []]);
    const errors = again.log.filter(({ level }) => level === 'error').map(({ message }) => message);
    expect(errors).toEqual(start === 1 ? ['rollback of interrupted batch operation incomplete'] : []);
    const { attention } = (await again.admin.get('/api/dashboard/summary')).data;
    expect(attention).toContainEqual(expect.objectContaining({ key: 'takenback', count: 1 }));
    await again.stop();
  }
  rmSync(data, { recursive: true, force: true });
});
