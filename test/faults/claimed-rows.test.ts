import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../src/kit/data/reader.ts';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);

/** Enough rows for several turns of the event loop on any machine. */
const ROWS = 1000;
const SYSTEM = {
  kind: 'system' as const,
  userid: null,
  name: 'test',
  isadmin: true,
  permissions: new Set<string>(),
};

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

function importing(client: Client, prefix: string) {
  const lines = Array.from({ length: ROWS }, (_, n) => `${prefix}-${n},Press ${n}`);
  const form = new FormData();
  form.set('file', new File([`Asset number,Name\n${lines.join('\n')}\n`], `${prefix}.csv`));
  form.set('target', 'Phone');
  form.set('dryrun', 'false');
  form.set('mapping', JSON.stringify({ 'Asset number': 'assetnumber', Name: 'name' }));
  return client.upload('/api/imports', form);
}

/** Returns the first row of the import as soon as it exists. */
async function firstOf(prefix: string): Promise<Row> {
  for (;;) {
    const [row] = (await site.anonymous.get(`/api/assets?search=${prefix}-&per_page=1`)).data;
    if (row) return row;
    await Bun.sleep(1);
  }
}

test('the server refuses changes of the rows of a running import, and the import completes', async () => {
  const other = (await site.admin.post('/api/assets', { assetnumber: 'Z-1', assettypeid: 3 })).data;
  const work = importing(site.admin, 'H');
  const { assetid } = await firstOf('H');
  const [edit, removal, tie, undo] = await Promise.all([
    site.admin.put(`/api/assets/${assetid}`, { name: 'Mine' }),
    site.admin.delete(`/api/assets/${assetid}`),
    site.admin.post('/api/assets/relationships', {
      sourceassetid: other.assetid,
      targetassetid: assetid,
      relationshiptypeid: 1,
    }),
    site.admin.get('/api/auditlogs?per_page=1').then(async ({ data: [row] }) => {
      expect(row.action).toBe('imports.import.committed');
      const { data: imports } = await site.admin.get('/api/imports?per_page=100');
      expect(imports.filter(({ filename }: Row) => filename === 'H.csv')).toEqual([]);
      expect((await site.admin.post(`/api/imports/${row.entityid}/undo`)).status).toBe(404);
      return site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`);
    }),
  ]);
  expect([edit.status, removal.status, tie.status, undo.status]).toEqual([409, 409, 409, 409]);
  expect(edit.error.message).toContain('is changing this record');
  expect(undo.error.message).toContain('still running');
  expect((await work).data.counts.add).toBe(ROWS);
  expect((await site.admin.put(`/api/assets/${assetid}`, { name: 'Mine' })).status).toBe(200);
});

test('a failed undo that was rolled back does not block the next undo', async () => {
  const { importid } = (await importing(site.admin, 'K')).data;
  const { assetid } = await firstOf('K');
  const undo = () => site.admin.post(`/api/imports/${importid}/undo`);
  const total = async () => (await site.anonymous.get('/api/assets?search=K-')).meta.pagination.total;
  const failing = undo();
  while ((await total()) === ROWS) await Bun.sleep(1);
  // The undo reverts the first row last.
  expect((await site.admin.put(`/api/assets/${assetid}`, { name: 'Changed meanwhile' })).status).toBe(200);
  expect([(await failing).status, await total()]).toEqual([409, ROWS]);

  const [takenBack, edit] = (await site.admin.get('/api/auditlogs?per_page=2')).data;
  expect([takenBack.action, edit.action]).toEqual(['audit.change.takenback', 'catalog.asset.updated']);
  expect((await site.admin.post(`/api/auditlogs/${edit.auditlogid}/undo`)).status).toBe(200);
  const again = await undo();
  expect([again.status, again.data.reversed, await total()]).toEqual([200, ROWS, 0]);
});

test('the start logs an error and continues when interrupted work cannot be rolled back', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millwright-stuck-'));
  const first = await startSite({ data });
  const context = () => ({ actor: SYSTEM, requestid: null, ipaddress: null });
  const vendorid = first.app.host.db.transact(context(), 'test.work.begun', (tx) => {
    tx.isUnfinished = true;
    tx.audit({ entitytype: 'vendor', entityid: null });
    return tx.insert('vendors', { vendor: 'Half done' } as Row);
  }).value;
  expect((await first.admin.post('/api/models', { modelnumber: 'M-1', vendorid })).status).toBe(201);
  await first.stop();

  const again = await startSite({ data });
  expect((await again.anonymous.get(`/api/vendors/${vendorid}`)).data.vendor).toBe('Half done');
  expect(again.log.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
    'rollback of interrupted batch operation incomplete',
  ]);
  await again.stop();
  rmSync(data, { recursive: true, force: true });
});
