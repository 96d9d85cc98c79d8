import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { plainHash } from '../../src/kit/audit/chain.ts';
import { readPruneDate } from '../../src/kit/audit/head.ts';
import { verifyAuditLog } from '../../src/kit/audit/verify.ts';
import { openDatabaseFile } from '../../src/kit/data/open.ts';
import { removeOtherAccess } from '../../src/kit/doctor/private-data.ts';
import { openSecrets } from '../../src/kit/secrets.ts';
import type { AuditLog } from '../../src/kit/tables.ts';
import { DAY } from '../support/clock.ts';
import { startSite } from '../support/site.ts';
import { createScratchDirectory, runMillwright } from './process.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('evidence');
const whole = join(scratch, 'whole');
let hisRow = 0;
let bulkRow = 0;
let last = 0;

beforeAll(async () => {
  const site = await startSite({ data: whole });
  const id = async (fields: object) => (await site.admin.post('/api/assets', fields)).data.assetid;
  const ids = [
    await id({ assetnumber: 'E-1', assettypeid: 1 }),
    await id({ assetnumber: 'E-2', assettypeid: 1 }),
  ];
  const bulk = await site.admin.patch('/api/assets/bulk', { ids, changes: { notes: 'seen' } });
  bulkRow = Number(bulk.headers.get('x-audit-id'));
  const gone = await site.userWith('assets.create');
  const made = await gone.post('/api/assets', { assetnumber: 'E-3', assettypeid: 1 });
  hisRow = Number(made.headers.get('x-audit-id'));
  const { userid } = (await gone.get('/api/auth/me')).data;
  expect((await site.admin.delete(`/api/users/${userid}`)).status).toBe(200);
  for (let n = 0; n < 5; n++) await site.admin.post('/api/vendors', { vendor: `Vendor ${n}` });
  last = (await site.admin.get('/api/auditlogs?per_page=1')).data[0].auditlogid;
  await site.stop();
});

/** Runs the doctor on a copy of the data directory that was changed with a database tool. */
async function examine(hurt: (run: (sql: string) => void, data: string) => void) {
  const data = mkdtempSync(join(scratch, 'case-'));
  cpSync(whole, data, { recursive: true });
  removeOtherAccess(data);
  const sqlite = openDatabaseFile(join(data, 'millwright.db'));
  hurt((sql) => sqlite.exec(sql), data);
  sqlite.close();
  const { code, stdout } = await runMillwright('doctor', '--data', data, '--no-tls');
  rmSync(data, { recursive: true });
  return { code, output: /audit log: (.*)/.exec(stdout)?.[1] };
}

/** Drops the triggers while the work runs, then restores them. */
function withoutGuards(run: (sql: string) => void, data: string, work: () => void): void {
  const sqlite = openDatabaseFile(join(data, 'millwright.db'));
  const guards = sqlite.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'auditlogs'",
  );
  const triggers = guards.all() as { name: string; sql: string }[];
  sqlite.close();
  for (const { name } of triggers) run(`DROP TRIGGER ${name}`);
  work();
  for (const { sql } of triggers) run(sql);
}

test('the doctor finds an untouched log intact with a deleted user and a batch operation', async () => {
  const { code, output } = await examine(() => {});
  expect([code, output]).toEqual([0, `${last} rows, unbroken`]);
});

const TAMPERED = 'The log was changed outside of Millwright.';

test.each<[string, (run: (sql: string) => void) => void, () => string]>([
  [
    'an edited row',
    (run) => run(`UPDATE auditlogs SET details = '{}' WHERE auditlogid = ${hisRow}`),
    () => `row ${hisRow} was changed, or does not match the previous row.`,
  ],
  [
    'a row assigned to another user',
    (run) => run(`UPDATE auditlogs SET userid = 4711 WHERE auditlogid = ${bulkRow}`),
    () => `row ${bulkRow} was changed, or does not match the previous row.`,
  ],
  [
    'a row whose existing user was cleared',
    (run) => run(`UPDATE auditlogs SET userid = NULL WHERE auditlogid = ${bulkRow}`),
    () => `row ${bulkRow} was changed, or does not match the previous row.`,
  ],
  [
    'a row removed from the middle',
    (run) => run(`PRAGMA foreign_keys = OFF; DELETE FROM auditlogs WHERE auditlogid = ${hisRow}`),
    () => `row ${hisRow} is missing.`,
  ],
  [
    'removed newest rows',
    (run) => run(`PRAGMA foreign_keys = OFF; DELETE FROM auditlogs WHERE auditlogid > ${last - 3}`),
    () => `the log ends with row ${last - 3}, but it had ${last} rows. The newest rows were removed.`,
  ],
  [
    'the removal of all rows',
    (run) => run('PRAGMA foreign_keys = OFF; DELETE FROM auditlogs'),
    () => `the log ends with row 0, but it had ${last} rows. The newest rows were removed.`,
  ],
  [
    'an emptied journal',
    (run) => run(`UPDATE auditjournal SET entries = '[]' WHERE auditlogid = ${bulkRow}`),
    () => `the journal of row ${bulkRow} was changed.`,
  ],
  [
    'a removed journal',
    (run) => run(`DELETE FROM auditjournal WHERE auditlogid = ${bulkRow}`),
    () => `the journal of row ${bulkRow} was changed.`,
  ],
])('the doctor names the damage when the log has %s', async (_what, hurt, expected) => {
  const seen = await examine((run, data) => withoutGuards(run, data, () => hurt(run)));
  expect(seen).toEqual({ code: 1, output: `${expected()} ${TAMPERED}` });
});

test('the doctor reports completed work forged as unfinished, and the next start does not undo it', async () => {
  const forge = `INSERT INTO undertakings (auditlogid, startedat) VALUES (${bulkRow}, '2026-01-01T00:00:00.000Z')`;
  expect((await examine((run) => run(forge))).output).toBe(
    `the journal of row ${bulkRow} was changed. ${TAMPERED}`,
  );
  const data = mkdtempSync(join(scratch, 'forged-'));
  cpSync(whole, data, { recursive: true });
  const sqlite = openDatabaseFile(join(data, 'millwright.db'));
  sqlite.exec(forge);
  sqlite.close();
  const site = await startSite({ data });
  expect((await site.admin.get('/api/assets?search=E-1')).data[0].notes).toBe('seen');
  expect(site.log.map(({ message }) => message)).toContain('rollback of interrupted batch operation failed');
  await site.stop();
});

test('the doctor reports a dropped trigger of the audit log', async () => {
  const { code, output } = await examine((run) => run('DROP TRIGGER auditlogs_unchanged'));
  expect([code, output]).toEqual([
    1,
    `the trigger auditlogs_unchanged was removed from the audit log table. ${TAMPERED}`,
  ]);
});

test('the doctor reports weakened and added triggers of the audit log', async () => {
  const weakened = await examine((run) => {
    run('DROP TRIGGER auditlogs_unchanged');
    run('CREATE TRIGGER auditlogs_unchanged BEFORE UPDATE ON auditlogs WHEN 0 BEGIN SELECT 1; END');
  });
  expect([weakened.code, weakened.output]).toEqual([
    1,
    `the trigger auditlogs_unchanged of the audit log table was changed. ${TAMPERED}`,
  ]);
  const added = await examine((run) =>
    run('CREATE TRIGGER more AFTER INSERT ON auditlogs BEGIN SELECT 1; END'),
  );
  expect([added.code, added.output]).toEqual([
    1,
    `the trigger more was added to the audit log table. ${TAMPERED}`,
  ]);
});

test('the doctor refuses a chain that was recomputed without the key', async () => {
  const { output } = await examine((run, data) =>
    withoutGuards(run, data, () => {
      const sqlite = openDatabaseFile(join(data, 'millwright.db'));
      let previous = '';
      for (const row of sqlite.prepare('SELECT * FROM auditlogs ORDER BY auditlogid').all() as AuditLog[]) {
        previous = plainHash(previous, { ...row, username: row.username.replace('admin', 'nobody') });
        run(`UPDATE auditlogs SET username = replace(username, 'admin', 'nobody'), hash = '${previous}'
             WHERE auditlogid = ${row.auditlogid}`);
      }
      sqlite.close();
    }),
  );
  expect(output).toBe(`row ${last} was replaced. ${TAMPERED}`);
});

test('the doctor refuses an emptied log without a chain head', async () => {
  const { output } = await examine((run, data) => {
    withoutGuards(run, data, () =>
      run('PRAGMA foreign_keys = OFF; DELETE FROM auditjournal; DELETE FROM auditlogs'),
    );
    rmSync(join(data, 'audit-head.json'));
  });
  expect(output).toBe(`audit-head.json is missing, so the newest rows cannot be verified. ${TAMPERED}`);
});

test('the doctor reports a missing or forged chain head', async () => {
  const gone = await examine((_run, data) => rmSync(join(data, 'audit-head.json')));
  expect([gone.code, gone.output]).toEqual([
    1,
    `audit-head.json is missing, so the newest rows cannot be verified. ${TAMPERED}`,
  ]);
  const forged = createHash('sha256').update('guess').digest('hex');
  const head = JSON.stringify({ rows: 1, hash: forged, mark: forged });
  const other = await examine((_run, data) => Bun.write(join(data, 'audit-head.json'), head));
  expect(other.output).toBe(`audit-head.json was not written by this appliance. ${TAMPERED}`);
});

test('the next start records in the log that its newest rows were missing', async () => {
  const data = mkdtempSync(join(scratch, 'start-'));
  cpSync(whole, data, { recursive: true });
  const sqlite = openDatabaseFile(join(data, 'millwright.db'));
  sqlite.exec('PRAGMA foreign_keys = OFF');
  withoutGuards(
    (sql) => sqlite.exec(sql),
    data,
    () => sqlite.exec(`DELETE FROM auditlogs WHERE auditlogid = ${last}`),
  );
  sqlite.close();
  const site = await startSite({ data });
  const key = openSecrets(data).auditKey.id;
  const row = site.app.host.db.read((reader) =>
    reader.get<AuditLog>("SELECT * FROM auditlogs WHERE action = 'audit.log.mistrusted'"),
  )!;
  expect(row.hash.startsWith(`${key}:`)).toBe(true);
  expect(row.details).toContain('The newest rows were removed');
  expect(site.log.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
    'audit log verification failed',
  ]);
  await site.stop();
  // The log is valid from that row on, but the detected damage remains visible.
  const { stdout } = await runMillwright('doctor', '--data', data, '--no-tls');
  expect([/^ok +audit log: .*$/m.exec(stdout)?.[0], /^NOTE.*$/m.exec(stdout)?.[0]]).toEqual([
    expect.stringContaining('rows, unbroken'),
    expect.stringMatching(/verification failed at start: .* The newest rows were removed\. See row \d+\.$/),
  ]);
});

test('the log verifies after the journals were pruned with their recorded date', async () => {
  const data = mkdtempSync(join(scratch, 'old-'));
  cpSync(whole, data, { recursive: true });
  const site = await startSite({ data });
  const key = site.app.host.secrets.auditKey;
  const fault = (letGo: string | null) =>
    site.app.host.db.read((reader) => verifyAuditLog(reader, key, letGo));
  site.clock.advance(366 * DAY);
  await site.app.host.scheduler.run('audit.prune-journal');
  expect(site.app.host.db.read((reader) => reader.value('SELECT count(*) FROM auditjournal'))).toBe(0);
  expect(fault(readPruneDate(data, key))).toBeUndefined();
  expect(fault(null)).toContain('the journal of row');
  await site.stop();
});
