import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtime, type Sqlite } from '#runtime';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { verifyDatabaseSchema } from '../../src/kit/backup/verify-database-schema.ts';
import { migrate } from '../../src/kit/data/migrate.ts';
import { type Archive, buildArchive, unpackArchive, withDatabase, withFile } from '../restore/archives.ts';
import { exportBackup, runRestore } from '../restore/restoring.ts';
import { type Site, startSite } from '../support/site.ts';

setDefaultTimeout(240_000);

const scratch = mkdtempSync(join(tmpdir(), 'runs-nothing-'));
const forged = join(scratch, 'forged.tar.zst');
let site: Site;
let archive: Archive;
beforeAll(async () => {
  site = await startSite();
  archive = await unpackArchive(await exportBackup(site, scratch, 'whole'));
});
afterAll(async () => {
  await site.stop();
  rmSync(scratch, { recursive: true });
});

/** Returns the response to an upload of the changed archive. */
async function uploadForged(change: (copy: Archive) => Archive) {
  await buildArchive(forged, change(archive));
  const sending = site.admin.with({ 'content-type': 'application/octet-stream' });
  return sending.raw(
    'POST',
    '/api/backups/upload?filename=forged.tar.zst',
    new Uint8Array(readFileSync(forged)),
  );
}

/**
 * Returns the error message by which both an upload and a restore reject the changed archive. Expects that
 * neither leaves files.
 */
async function refusalOf(change: (copy: Archive) => Archive): Promise<string> {
  const backups = join(site.data, 'backups');
  const before = readdirSync(backups).sort();
  const { status, error } = await uploadForged(change);
  const data = join(scratch, 'restored');
  const restored = await runRestore(forged, '--data', data);
  expect([status, restored]).toEqual([400, { code: 1, output: error?.message }]);
  expect([readdirSync(backups).sort(), existsSync(data)]).toEqual([before, false]);
  expect(restored.output).toMatch(/^[^\n]+\.$/);
  return restored.output;
}

const withSql = (sql: string) => withDatabase((sqlite) => sqlite.exec(sql));

/**
 * Replaces a text in the database file with another of the same length. SQLite statements cannot write this.
 */
const rewritten = (from: string, to: string) => (copy: Archive) => {
  const database = copy.entries.find(({ header }) => header.name === 'millwright.db')!.body as Uint8Array;
  const text = Buffer.from(database).toString('latin1');
  expect([text.includes(from), to.length]).toEqual([true, from.length]);
  return withFile('millwright.db', Buffer.from(text.replaceAll(from, to), 'latin1'))(copy);
};

const LONG = 'x'.repeat(200_000);
const ENDLESS = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c';

test('the server names the foreign table, index, view or trigger when it refuses a backup', async () => {
  const added: [sql: string, named: string][] = [
    [`CREATE TABLE zz (x, a TEXT DEFAULT '${LONG}', b TEXT DEFAULT '${LONG}', CHECK (a = b))`, 'table "zz"'],
    ['CREATE TABLE zz (x, y AS (x || x))', 'table "zz"'],
    ['CREATE TABLE zz (x)', 'table "zz"'],
    ['CREATE INDEX zz ON vendors (hex(zeroblob(100000000)))', 'index "zz"'],
    ['CREATE VIRTUAL TABLE zz USING rtree (a, b, c)', 'table "zz"'],
    [`CREATE VIEW zz AS ${ENDLESS}`, 'view "zz"'],
    [
      `CREATE TRIGGER zz BEFORE INSERT ON auditjournal BEGIN SELECT max(x) FROM (${ENDLESS}); END`,
      'trigger "zz"',
    ],
    [
      `CREATE TRIGGER zz AFTER INSERT ON migrations BEGIN SELECT max(x) FROM (${ENDLESS}); END`,
      'trigger "zz"',
    ],
  ];
  for (const [sql, named] of added)
    expect([sql, await refusalOf(withSql(sql))]).toEqual([
      sql,
      `The database contains the ${named}, which no appliance creates.`,
    ]);
});

test('the server names the missing or changed schema object when it refuses a backup', async () => {
  expect(await refusalOf(withSql('DROP TRIGGER auditlogs_keep'))).toBe(
    'The trigger "auditlogs_keep" is missing from the database.',
  );
  expect(await refusalOf(withSql("ALTER TABLE vendors ADD COLUMN zz TEXT DEFAULT 'x'"))).toBe(
    'The table "vendors" of the database differs from that of an appliance.',
  );
  expect(
    await refusalOf(
      rewritten("RAISE(ABORT, 'audit rows are never rem", "RAISE(FAIL, 'audit rows are always rem"),
    ),
  ).toBe('The trigger "auditlogs_keep" of the database differs from that of an appliance.');
  expect(
    await refusalOf(rewritten('sha256 TEXT NOT NULL, appliedat', 'sha256 INT  NOT NULL, appliedat')),
  ).toBe('The table "migrations" of the database differs from that of an appliance.');
  expect(
    await refusalOf(
      withSql(`ALTER TABLE migrations RENAME TO others;
        CREATE VIEW migrations AS SELECT chain, id, sha256, appliedat FROM others`),
    ),
  ).toContain('"migrations"');
});

test('the server accepts a backup when its database contains the statistics of ANALYZE', async () => {
  const { status, data } = await uploadForged(withSql('ANALYZE'));
  expect([status, data.verified]).toEqual([201, true]);
  expect((await site.admin.delete(`/api/backups/${data.backupid}`)).status).toBe(200);
});

/** Checks the schema of a changed database. Returns the error and the tables that the check queried. */
function verifyWithQueries(change: string): { said: string | undefined; asked: string[] } {
  const path = join(scratch, `${crypto.randomUUID()}.db`);
  const chains = chainsOf(plugins);
  migrate(path, chains, () => new Date(0));
  const sqlite = runtime.openSqlite(path);
  sqlite.exec(change);
  const tables: string[] = [];
  const heard: Sqlite = {
    ...sqlite,
    ask: (sql, ...params) => {
      tables.push(sql.replace(/^.* FROM (\w+).*$/, '$1'));
      return sqlite.ask(sql, ...params);
    },
  };
  try {
    return { said: verifyDatabaseSchema(heard, path, chains), asked: [...new Set(tables)] };
  } finally {
    sqlite.close();
  }
}

test('the schema check reads only sqlite_schema, and migrations when it is a table', () => {
  expect(verifyWithQueries('ANALYZE')).toEqual({ said: undefined, asked: ['sqlite_schema', 'migrations'] });
  expect(verifyWithQueries('CREATE TABLE zz (x)').asked).toEqual(['sqlite_schema', 'migrations']);
  const hidden = `DROP TABLE migrations; CREATE VIEW migrations AS ${ENDLESS}`;
  expect(verifyWithQueries(hidden).asked).toEqual(['sqlite_schema']);
});

test('the server refuses a backup when its plugins.json or certificate would prevent a start', async () => {
  const damaged = 'Its list of disabled plugins, plugins.json, is damaged.';
  for (const text of ['nonsense', '{"disabled": [1]}', 'null'])
    expect([text, await refusalOf(withFile('plugins.json', text))]).toEqual([text, damaged]);
  const needed = JSON.stringify({ disabled: ['computers'] });
  expect(await refusalOf(withFile('plugins.json', needed))).toBe(
    'Its plugins.json disables a plugin that another plugin requires.',
  );
  expect(await refusalOf(withFile('certs/server.pem', 'hello'))).toBe(
    'Its certificate, certs/server.pem, is not valid.',
  );
  expect(await refusalOf(withFile('plugins.json', ' '.repeat(2_000_000)))).toBe(
    '"plugins.json" is larger than any appliance creates it.',
  );
});
