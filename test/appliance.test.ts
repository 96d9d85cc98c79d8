import { afterAll, beforeAll, expect, test } from 'bun:test';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StorageUsageCache } from '../src/features/appliance/storage-usage.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const state = async () => (await site.admin.get('/api/appliance')).data;

test('an admin reads the version, usage and state of the appliance, and others are refused', async () => {
  expect((await site.anonymous.get('/api/appliance')).status).toBe(401);
  expect((await (await site.userWith('settings.edit')).get('/api/appliance')).status).toBe(403);
  const { version, datafolder, listens, disk, database, jobs, certificate, outbox, audit } = await state();
  expect(version).toBe(site.app.host.version);
  expect(datafolder).toBe(site.data);
  expect(listens).toEqual([site.url]);
  expect(certificate).toBeNull();
  expect(disk.freebytes).toBeGreaterThan(0);
  expect(disk.totalbytes).toBeGreaterThan(disk.freebytes);
  expect(database.bytes).toBeGreaterThan(0);
  expect(database.walbytes).toBe(statSync(join(site.data, 'millwright.db-wal')).size);
  expect(jobs.total).toBe((await site.admin.get('/api/jobs')).data.length);
  expect(outbox).toEqual({ waiting: 0, failed: 0, heldsince: null });
  expect(audit).toEqual({
    rows: (await site.admin.get('/api/auditlogs')).meta.pagination.total,
    fault: null,
  });
});

test('the sizes of folders and counts of rows are null until they are measured in the background', async () => {
  const fresh = await startSite();
  try {
    writeFileSync(join(fresh.data, 'files', 'drawing.bin'), new Uint8Array(12_345));
    const before = (await fresh.admin.get('/api/appliance')).data;
    expect(before.disk.filesbytes).toBeNull();
    expect(before.database.tables).toBeNull();
    await fresh.app.host.getInstance(StorageUsageCache).whenIdle();
    const { disk, database } = (await fresh.admin.get('/api/appliance')).data;
    expect(disk.filesbytes).toBe(12_345);
    expect(disk.backupsbytes).toBe(0);
    const counted: { table: string; rows: number }[] = database.tables;
    expect(counted.length).toBeGreaterThan(3);
    for (const { table, rows } of counted)
      expect([table, rows]).toEqual([
        table,
        fresh.app.host.db.read((reader) => reader.value<number>(`SELECT count(*) FROM ${table}`)!),
      ]);
  } finally {
    await fresh.stop();
  }
});

test('the count of rows is exact when the IDs of 45,000 rows lie far apart', async () => {
  const { db } = site.app.host;
  db.writeUnaudited((tx) =>
    tx.runUnjournaled(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45000)
       INSERT INTO vendors (vendorid, vendor, createddate, modifieddate) SELECT 1000000 * i, 'Vendor ' || i, '', '' FROM n`,
    ),
  );
  const measures = new StorageUsageCache(site.app.host);
  expect(measures.current).toBeUndefined();
  await measures.whenIdle();
  expect(measures.current?.tables[0]).toEqual({ table: 'vendors', rows: 45_000 });
});

test('the appliance reports a new backup and a fault of a cut head of the audit log', async () => {
  const { data: made } = await site.admin.post('/api/backups');
  let newest = null;
  for (; newest === null; await Bun.sleep(20)) newest = (await state()).backups.newest;
  expect(newest.backupid).toBe(made.backupid);
  expect((await state()).database.looked.iswhole).toBe(true);
  site.app.host.audithead.write();
  truncateSync(join(site.data, 'audit-head.json'), 10);
  expect((await state()).audit.fault).toContain('was not written by this appliance');
  site.app.host.audithead.write();
  expect((await state()).audit.fault).toBeNull();
});
