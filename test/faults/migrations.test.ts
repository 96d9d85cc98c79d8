import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreChain } from '../../src/features/core-chain.ts';
import { type Chain, migrate } from '../../src/kit/data/migrate.ts';
import { openDatabaseFile } from '../../src/kit/data/open.ts';
import { createScratchDirectory } from './process.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('migrations');
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(scratch, 'case-'));
  path = join(folder, 'millwright.db');
});

const first = {
  id: '0001_things',
  sql: 'CREATE TABLE things (thingid INTEGER PRIMARY KEY, thing TEXT) STRICT;',
};
const chain = (...migrations: Chain['migrations']): Chain => ({
  name: 'tried',
  migrations: [first, ...migrations],
});
const run = (...chains: Chain[]) => migrate(path, chains, () => new Date());

/** Creates and closes a database with the core tables and additional rows. Returns its digest. */
function seedDatabase(): string {
  run(coreChain, chain());
  const sqlite = openDatabaseFile(path);
  sqlite.exec("INSERT INTO things (thing) VALUES ('precious'), ('dear')");
  sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  sqlite.close();
  return contents();
}

/** Returns a digest of all rows of all tables. */
function contents(): string {
  const sqlite = openDatabaseFile(path);
  const digest = createHash('sha256');
  const schema = sqlite.ask('SELECT name, sql FROM sqlite_schema ORDER BY name') as {
    name: string;
    sql: string;
  }[];
  digest.update(JSON.stringify(schema));
  for (const { name, sql } of schema.filter((entry) => entry.sql?.startsWith('CREATE TABLE')))
    digest.update(`${sql}${JSON.stringify(sqlite.ask(`SELECT * FROM ${name}`))}`);
  sqlite.close();
  return digest.digest('hex');
}

test('a failed migration leaves the database unchanged and names its path', () => {
  const before = seedDatabase();
  const { ino, mtimeMs } = statSync(path);
  const good = { id: '0002_good', sql: 'ALTER TABLE things ADD COLUMN colour TEXT; DELETE FROM things;' };
  const bad = {
    id: '0003_bad',
    sql: "INSERT INTO things (thing) VALUES ('half'); INSERT INTO nowhere VALUES (1);",
  };
  expect(() => run(coreChain, chain(good, bad))).toThrow(
    `Migration tried/0003_bad failed: no such table: nowhere. The data in ${path} are unchanged, and the previous version still works with them.`,
  );
  expect([statSync(path).ino, statSync(path).mtimeMs]).toEqual([ino, mtimeMs]);
  expect(readdirSync(folder)).toEqual(['millwright.db']);
  expect(contents()).toBe(before);
  expect(run(coreChain, chain())).toEqual({ applied: [] });
});

test('a migration that breaks a reference is refused together with its predecessors', () => {
  const before = seedDatabase();
  const orphan = 'INSERT INTO userroles (userid, roleid) VALUES (9, 9);';
  expect(() => run(coreChain, chain({ id: '0002_orphan', sql: orphan }))).toThrow(
    /FOREIGN KEY constraint failed/,
  );
  expect(contents()).toBe(before);
});

test('a failed first migration leaves no database', () => {
  expect(() => run({ name: 'tried', migrations: [{ id: '0001_bad', sql: 'NONSENSE' }] })).toThrow(
    /^Migration tried\/0001_bad failed: near "NONSENSE": syntax error. The new database was removed.$/,
  );
  expect(existsSync(path)).toBe(false);
  expect(run(coreChain).applied).toHaveLength(coreChain.migrations.length);
});

test('a migration is refused and nothing changes when its text changed after it ran', () => {
  const before = seedDatabase();
  const bytes = readFileSync(path);
  const changed: Chain = { name: 'tried', migrations: [{ ...first, sql: `${first.sql} -- better` }] };
  expect(() => run(coreChain, changed)).toThrow(
    'Migration tried/0001_things differs from the migration of the same name in this version. Use the version that created this database, or restore a backup.',
  );
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(contents()).toBe(before);
  const windows: Chain = {
    name: 'tried',
    migrations: [{ ...first, sql: first.sql.replaceAll('\n', '\r\n') }],
  };
  expect(run(coreChain, windows)).toEqual({ applied: [] });
});

test('a successful migration keeps the rows and a copy of the previous database', () => {
  seedDatabase();
  const grown = {
    id: '0002_colour',
    sql: "ALTER TABLE things ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey';",
  };
  const { applied, previousFile = '' } = run(coreChain, chain(grown));
  expect(applied).toEqual(['tried/0002_colour']);
  expect(readdirSync(join(folder, 'backups')).map((name) => join(folder, 'backups', name))).toEqual([
    previousFile,
  ]);
  const [now, then] = [openDatabaseFile(path), openDatabaseFile(previousFile)];
  expect(now.ask('SELECT thing, colour FROM things')).toEqual([
    { thing: 'precious', colour: 'grey' },
    { thing: 'dear', colour: 'grey' },
  ]);
  expect(then.ask('SELECT * FROM things').map((row) => Object.values(row as object))).toEqual([
    [1, 'precious'],
    [2, 'dear'],
  ]);
  now.close();
  then.close();
});

test('a migration copies the chain head of the audit log together with the database', () => {
  seedDatabase();
  writeFileSync(join(folder, 'audit-head.json'), '{"rows":7}');
  run(coreChain, chain({ id: '0002_more', sql: 'ALTER TABLE things ADD COLUMN more TEXT;' }));
  const copies = readdirSync(join(folder, 'backups')).sort();
  const head = copies.find((name) => /^before-migration-.*\.audit-head\.json$/.test(name))!;
  expect(copies).toHaveLength(2);
  expect(readFileSync(join(folder, 'backups', head), 'utf8')).toBe('{"rows":7}');
});
