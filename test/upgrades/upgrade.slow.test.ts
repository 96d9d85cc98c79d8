import { expect, setDefaultTimeout, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { ensureSecrets } from '../../src/kit/secrets.ts';
import { startAppliance } from '../browser/harness.ts';
import {
  createScratchDirectory,
  expectServeToFail,
  PASSWORD,
  post,
  readJsonResponse,
  runMillwright,
} from '../faults/process.ts';
import { NEWEST, OLD, putOldData, readDataState } from './old-data.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('upgrade');
const TOKEN = 'mw_pat_iVCLKehN_vXcnNjUg9eiZt8HiqiWaU1Mv9iOXY1Y2XX2S8U4Ld4E';
const oldData = () => putOldData(mkdtempSync(join(scratch, 'case-')));
const files = (data: string) => readdirSync(data).filter((name) => name.startsWith('millwright.db'));

/** Tables that the server derives from others, or writes at each start. */
const DERIVED = "'migrations', 'jobs', 'sqlite_sequence', 'auditjournal'";
/** Columns that an upgrade removes. */
const REMOVED: Record<string, string[]> = { computers: ['inventoryhash'] };

/**
 * Returns all values of the tables of a database as text, one entry per row, except those of removed columns.
 */
function rowsOf(file: string, columns: Map<string, string[]>): Map<string, string[]> {
  const sqlite = runtime.openSqlite(file);
  try {
    const rows = (table: string, names: string[]) =>
      (sqlite.ask(`SELECT ${names.join(', ')} FROM ${table}`) as object[])
        .map((row) => JSON.stringify(row))
        .sort();
    return new Map([...columns].map(([table, names]) => [table, rows(table, names)]));
  } finally {
    sqlite.close();
  }
}

/** Returns the columns of each table of 0.1.0 that still exist in this version. */
function columnsOf(file: string): Map<string, string[]> {
  const sqlite = runtime.openSqlite(file);
  try {
    const found = sqlite.ask(
      `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table' AND m.name NOT LIKE 'search%' AND m.name NOT IN (${DERIVED})`,
    ) as { table: string; column: string }[];
    const remaining = found.filter(({ table, column }) => !REMOVED[table]?.includes(column));
    const byTable = Map.groupBy(remaining, ({ table }) => table);
    return new Map([...byTable].map(([table, all]) => [table, all.map(({ column }) => `"${column}"`)]));
  } finally {
    sqlite.close();
  }
}

test('a migration preserves each value of each row of 0.1.0', async () => {
  const data = oldData();
  const file = join(data, 'millwright.db');
  const columns = columnsOf(file);
  const before = rowsOf(file, columns);
  expect([...before.values()].reduce((sum, rows) => sum + rows.length, 0)).toBeGreaterThan(1000);
  expect((await runMillwright('migrate', '--data', data)).code).toBe(0);
  expect(rowsOf(file, columns)).toEqual(before);
  const secrets = ensureSecrets(data);
  const sqlite = runtime.openSqlite(file);
  const sealed = sqlite.ask("SELECT sealed FROM settings WHERE key = 'smtp_password'") as {
    sealed: string;
  }[];
  sqlite.close();
  expect(sealed.map((row) => secrets.decrypt(row.sealed))).toEqual([OLD.secret]);
});

test('the server serves each register of 0.1.0, and its sign-in, token and audit log stay valid', async () => {
  const data = oldData();
  const appliance = await startAppliance({ data, args: ['--no-tls'] });
  const get = async (path: string, token = TOKEN) => {
    const answer = await fetch(`${appliance.url}/api/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return readJsonResponse(answer);
  };
  try {
    const account = { username: 'admin', password: PASSWORD };
    const login = await post(
      appliance.url,
      '/api/auth/login',
      { 'content-type': 'application/json' },
      account,
    );
    expect(login.status).toBe(200);
    const { access_token: signIn } = (await readJsonResponse(login)).data;
    expect((await get('auditlogs?action=audit.log.mistrusted')).data).toEqual([]);
    const registers: { path: string; name: string }[] = (await get('registers', signIn)).data;
    expect(registers.length).toBeGreaterThan(20);
    const counts = new Map<string, number>();
    for (const { path, name } of registers) {
      const { data: rows, meta } = await get(`${path.slice(1)}?per_page=1`, signIn);
      counts.set(name, meta?.pagination?.total ?? rows.length);
    }
    expect(counts.get('assets')).toBe(OLD.assets);
    expect(counts.get('computers')).toBe(OLD.computers);
  } finally {
    expect(await appliance.stop()).toBe(0);
  }
  expect(appliance.stderr()).toBe('');
  const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/audit log: \d+ rows, unbroken/)]);
  expect(doctor.stdout).not.toContain('NOTE');
});

test('the upgrade grants views.share to the starter roles only', async () => {
  const data = oldData();
  const file = join(data, 'millwright.db');
  const add = `INSERT INTO roles (rolename, createddate, modifieddate) VALUES (?, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`;
  const old = runtime.openSqlite(file);
  for (const rolename of ['Technician', 'manager', 'reader']) old.ask(add, rolename);
  old.close();
  expect((await runMillwright('migrate', '--data', data)).code).toBe(0);
  const upgraded = runtime.openSqlite(file);
  const sharing = upgraded.ask(
    "SELECT rolename FROM roles JOIN rolepermissions USING (roleid) WHERE permission = 'views.share' ORDER BY rolename",
  );
  upgraded.close();
  expect(sharing).toEqual([{ rolename: 'manager' }, { rolename: 'Technician' }]);
});

test('the upgrade keeps a copy of the previous database that the previous version can open', async () => {
  const data = oldData();
  const bytes = readFileSync(join(data, 'millwright.db'));
  const ended = await runMillwright('migrate', '--data', data);
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  const [, copy = ''] = ended.stdout.match(/^The previous database is in (\S+)\.$/m)!;
  expect(files(data)).toEqual(['millwright.db']);
  expect(readDataState(data, scratch)).toBe('after');
  const back = oldData();
  copyFileSync(copy, join(back, 'millwright.db'));
  expect(readDataState(back, scratch)).toBe('before');
  expect(statSync(copy).size).toBe(bytes.length);
  const original = join(oldData(), 'millwright.db');
  const columns = columnsOf(original);
  expect(rowsOf(copy, columns)).toEqual(rowsOf(original, columns));
});

test('the start refuses old data with a damaged page and leaves the file unchanged', async () => {
  for (const page of [20, 150, 400, 700]) {
    const data = oldData();
    const path = join(data, 'millwright.db');
    const bytes = readFileSync(path);
    bytes.fill(0xa5, page * 4096, (page + 1) * 4096);
    writeFileSync(path, bytes);
    const ended = await expectServeToFail(data, '--no-tls');
    expect([page, ended.code, ended.stderr]).toEqual([
      page,
      1,
      expect.stringMatching(
        /millwright\.db is damaged \(.*\)\. Restore a backup with "millwright restore FILE"\.\n$/,
      ),
    ]);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(files(data)).toEqual(['millwright.db']);
  }
});

test('each command refuses data of a newer version with one sentence and leaves them unchanged', async () => {
  const data = oldData();
  await runMillwright('migrate', '--data', data);
  const path = join(data, 'millwright.db');
  for (const [chain, id] of [
    ['core', '0099_future'],
    ['holograms', '0001_holograms'],
  ]) {
    const sqlite = runtime.openSqlite(path);
    sqlite.ask('INSERT INTO migrations VALUES (?, ?, ?, ?)', chain!, id!, 'x', '2027-01-01');
    sqlite.close();
    const words = new RegExp(
      `millwright\\.db is from a newer version\\. This version, \\d+\\.\\d+\\.\\d+, does not know its migration ${chain}/${id}\\. Start the newer version again, or go back to \\S+before-migration-\\S+\\.db, the database from before the last upgrade\\.`,
    );
    for (const command of [['serve', '--no-tls'], ['migrate'], ['reset-password', 'admin']]) {
      const [name = '', ...flags] = command;
      const ended = await runMillwright(name, ...flags, '--data', data);
      expect([name, ended.code, ended.stdout, ended.stderr]).toEqual([
        name,
        1,
        '',
        expect.stringMatching(words),
      ]);
      expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    }
    const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(/FAULT {2}migrations: /)]);
    const undo = runtime.openSqlite(path);
    undo.ask('DELETE FROM migrations WHERE id = ?', id!);
    undo.close();
  }
});

test('the next start completes an interrupted upgrade', async () => {
  const data = oldData();
  const path = join(data, 'millwright.db');
  await runMillwright('migrate', '--data', data);
  // Simulates an interruption between the two renames, with an incomplete file of a previous attempt.
  const [copy = ''] = readdirSync(join(data, 'backups'));
  copyFileSync(path, `${path}.migrated`);
  copyFileSync(join(data, 'backups', copy), `${path}.before-2026-01-01T00-00-00-000Z`);
  writeFileSync(`${path}.migrating`, 'half');
  Bun.spawnSync(['rm', path]);
  expect((await runMillwright('migrate', '--data', data)).stdout).toBe('The database is up to date.\n');
  expect(files(data)).toEqual(['millwright.db']);
  expect(readDataState(data, scratch)).toBe('after');
  expect(existsSync(join(data, 'backups', 'before-migration-2026-01-01T00-00-00-000Z.db'))).toBe(true);
});

test('an upgrade migrates a linked database on another disk in place', async () => {
  const data = oldData();
  const elsewhere = mkdtempSync(join(scratch, 'elsewhere-'));
  renameSync(join(data, 'millwright.db'), join(elsewhere, 'own.db'));
  symlinkSync(join(elsewhere, 'own.db'), join(data, 'millwright.db'));
  expect((await runMillwright('migrate', '--data', data)).code).toBe(0);
  expect(readlinkSync(join(data, 'millwright.db'))).toBe(join(elsewhere, 'own.db'));
  expect(readdirSync(elsewhere)).toEqual(['own.db']);
  expect(readdirSync(join(data, 'backups'))).toHaveLength(1);
  expect(readDataState(data, scratch)).toBe('after');
});

test('an upgrade follows a link to a link, and its copy is not a link', async () => {
  const data = oldData();
  const [far, way] = [mkdtempSync(join(scratch, 'far-')), mkdtempSync(join(scratch, 'way-'))];
  renameSync(join(data, 'millwright.db'), join(far, 'own.db'));
  symlinkSync(join(far, 'own.db'), join(way, 'link.db'));
  symlinkSync(join(way, 'link.db'), join(data, 'millwright.db'));
  expect((await runMillwright('migrate', '--data', data)).code).toBe(0);
  expect(readlinkSync(join(way, 'link.db'))).toBe(join(far, 'own.db'));
  expect([readdirSync(way), readdirSync(far)]).toEqual([['link.db'], ['own.db']]);
  const [copy] = readdirSync(join(data, 'backups'));
  expect(lstatSync(join(data, 'backups', copy!)).isFile()).toBe(true);
  expect(readDataState(data, scratch)).toBe('after');
});

test('this version has at least 30 more migrations than 0.1.0', () => {
  expect(NEWEST).toBeGreaterThan(OLD.migrations + 30);
});
