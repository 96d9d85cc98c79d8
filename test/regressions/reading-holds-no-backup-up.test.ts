import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  // Twenty megabytes as CSV. This exceeds the buffers of a connection whose client reads nothing.
  site.app.host.db.writeUnaudited((tx) =>
    tx.runUnjournaled(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80000)
       INSERT INTO vendors (vendor, createddate, modifieddate)
       SELECT 'Vendor ' || i || hex(zeroblob(100)), '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM n`,
    ),
  );
});
afterAll(() => site.stop());

const write = () => site.admin.post('/api/vendors', { vendor: `Later ${crypto.randomUUID()}` });
/** Reports whether a copy of the database could start now. */
const canFreeze = () => {
  const frozen = site.app.host.db.freeze();
  frozen?.thaw();
  return frozen !== undefined;
};

/** Reads the start of a long CSV document and stops reading. */
async function begun() {
  const answer = await fetch(`${site.url}/api/vendors?format=csv`);
  const reader = answer.body!.getReader();
  await reader.read();
  await write();
  return reader;
}

test('a caller that cancels a CSV download releases its snapshot', async () => {
  const reader = await begun();
  expect(canFreeze()).toBe(false);
  await reader.cancel();
  await eventually(canFreeze, 'a copy can begin');
});

test('a backup closes a snapshot that blocks it and aborts the download', async () => {
  const reader = await begun();
  expect(canFreeze()).toBe(false);
  site.app.host.db.snapshots.end();
  expect(canFreeze()).toBe(true);
  const rest = async () => {
    for (;;) if ((await reader.read()).done) return 'whole';
  };
  await expect(rest()).rejects.toThrow();
});

test('an iterator of rows throws when its snapshot is closed', () => {
  const { reader, close } = site.app.host.db.snapshot();
  const rows = reader.iterate('SELECT vendorid FROM vendors');
  expect(rows.next().done).toBe(false);
  close();
  expect(() => rows.next()).toThrow('took too long');
  expect(() => reader.value('SELECT 1')).toThrow('took too long');
});
