import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtime, type Sqlite } from '#runtime';

const folder = mkdtempSync(join(tmpdir(), 'millwright-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const fresh = (): Sqlite => {
  const sqlite = runtime.openSqlite(join(folder, `${++made}.db`));
  sqlite.exec(
    'CREATE TABLE parts (partid INTEGER PRIMARY KEY, part TEXT NOT NULL UNIQUE) STRICT; CREATE TABLE log (line TEXT)',
  );
  return sqlite;
};

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  throw new Error('It was accepted.');
}

test('a closed database leaves no write-ahead log when a statement was prepared', () => {
  const sqlite = fresh();
  sqlite.exec('PRAGMA journal_mode = WAL');
  const insert = sqlite.prepare('INSERT INTO log VALUES (?)');
  insert.run('a line');
  const path = join(folder, `${made}.db`);
  expect(existsSync(`${path}-wal`)).toBe(true);
  sqlite.close();
  expect([existsSync(`${path}-wal`), existsSync(`${path}-shm`)]).toEqual([false, false]);
  expect(() => insert.run('another')).toThrow();
});

test('a closed database releases its file when many statements were not finalized', () => {
  const left: number[] = [];
  for (let round = 0; round < 20; round++) {
    const sqlite = fresh();
    const path = join(folder, `${made}.db`);
    sqlite.exec('PRAGMA journal_mode = WAL');
    for (let n = 0; n < 300; n++) sqlite.prepare(`INSERT INTO log VALUES ('${n}')`).run();
    sqlite.close();
    if (existsSync(`${path}-wal`)) left.push(round);
  }
  expect(left).toEqual([]);
});

test('each closes its statement when the rows were read or abandoned', () => {
  const sqlite = fresh();
  for (const part of ['bolt', 'nut']) sqlite.prepare('INSERT INTO parts (part) VALUES (?)').run(part);
  const all = [...sqlite.each('SELECT part FROM parts WHERE part <> ? ORDER BY partid', 'washer')];
  expect(all).toEqual([{ part: 'bolt' }, { part: 'nut' }]);
  const rows = sqlite.each('SELECT part FROM parts ORDER BY partid');
  expect(rows.next().value).toEqual({ part: 'bolt' });
  rows.return?.();
  sqlite.exec('DROP TABLE parts');
  sqlite.close();
});

test('a whole number is bound as integer and a fraction as real', () => {
  const sqlite = fresh();
  const row = sqlite.prepare(
    "SELECT typeof(?) AS type, ? || '' AS text, ? / 2 AS half, ? AS large, ? AS part",
  );
  expect(row.get(5, 5, 5, 2 ** 40, 2.5)).toEqual({
    type: 'integer',
    text: '5',
    half: 2,
    large: 2 ** 40,
    part: 2.5,
  });
  sqlite.prepare('INSERT INTO log VALUES (?)').run(7);
  expect(sqlite.prepare('SELECT line FROM log').get()).toEqual({ line: '7' });
});

test('text, bytes and null are returned unchanged', () => {
  const sqlite = fresh();
  const row = sqlite
    .prepare('SELECT ? AS text, ? AS bytes, ? AS none')
    .get('ä𝄞', new Uint8Array([0, 255]), null);
  const { text, bytes, none } = row as { text: string; bytes: Uint8Array; none: null };
  expect([text, [...bytes], none]).toEqual(['ä𝄞', [0, 255], null]);
  expect(bytes).toBeInstanceOf(Uint8Array);
});

test('numbered parameters may be repeated, and a question mark in a text is not a parameter', () => {
  const sqlite = fresh();
  expect(sqlite.prepare('SELECT ?2 AS b, ?1 AS a, ?1 + 1 AS c').all(1, 'x')).toEqual([
    { b: 'x', a: 1, c: 2 },
  ]);
  expect(sqlite.prepare("SELECT '?1' AS text, ? AS a").get(3)).toEqual({ text: '?1', a: 3 });
});

test('a statement refuses a wrong number of parameters', () => {
  const sqlite = fresh();
  const two = sqlite.prepare('SELECT ?, ?');
  expect(() => two.all(1)).toThrow();
  expect(() => two.all(1, 2, 3)).toThrow();
});

test('a statement with or without rows supports run, get and all', () => {
  const sqlite = fresh();
  const insert = (rest = '') => sqlite.prepare(`INSERT INTO parts (part) VALUES (?)${rest}`);
  expect(insert().run('a')).toMatchObject({ changes: 1 });
  expect(insert().all('b')).toEqual([]);
  expect(insert().get('c')).toBeUndefined();
  expect(insert(' RETURNING partid').get('d')).toEqual({ partid: 4 });
  expect(insert(' RETURNING partid').all('e')).toEqual([{ partid: 5 }]);
  expect(insert(' RETURNING partid').run('f')).toMatchObject({ changes: 1 });
  expect(sqlite.prepare('SELECT count(*) AS n FROM parts').get()).toEqual({ n: 6 });
  expect(sqlite.prepare('DELETE FROM parts WHERE partid > ?').run(4)).toMatchObject({ changes: 2 });
  expect(sqlite.prepare('SELECT 1 AS one WHERE 0').get()).toBeUndefined();
});

test('a PRAGMA is read and set by each method', () => {
  const sqlite = fresh();
  expect(sqlite.prepare('PRAGMA user_version = 3').all()).toEqual([]);
  expect(sqlite.prepare('PRAGMA user_version').get()).toEqual({ user_version: 3 });
  expect(sqlite.prepare('PRAGMA user_version').all()).toEqual([{ user_version: 3 }]);
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA user_version = 4');
  expect(sqlite.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
});

test('a statement iterates rows while another one writes', () => {
  const sqlite = fresh();
  sqlite.exec("INSERT INTO parts (part) VALUES ('a'), ('b'), ('c')");
  const add = sqlite.prepare('INSERT INTO log VALUES (?)');
  for (const row of sqlite.prepare('SELECT part FROM parts WHERE partid > ?').iterate(1))
    add.run((row as { part: string }).part);
  expect(sqlite.prepare('SELECT line FROM log ORDER BY line').all()).toEqual([{ line: 'b' }, { line: 'c' }]);
  const rows = sqlite.prepare('SELECT part FROM parts').iterate();
  rows.next();
  sqlite.close();
  expect(() => sqlite.prepare('SELECT 1')).toThrow();
});

test('the connection reports an open transaction, and a rollback discards its rows', () => {
  const sqlite = fresh();
  expect(sqlite.inTransaction).toBe(false);
  sqlite.prepare('BEGIN IMMEDIATE').run();
  expect(sqlite.inTransaction).toBe(true);
  sqlite.prepare('INSERT INTO log VALUES (?)').run('gone');
  sqlite.exec('ROLLBACK');
  expect([sqlite.inTransaction, sqlite.prepare('SELECT * FROM log').all()]).toEqual([false, []]);
});

test('an error has the error code of SQLite', () => {
  const sqlite = fresh();
  sqlite.exec("INSERT INTO parts (part) VALUES ('a')");
  expect(codeOf(() => sqlite.prepare('INSERT INTO parts (part) VALUES (?)').run('a'))).toBe(
    'SQLITE_CONSTRAINT_UNIQUE',
  );
  expect(codeOf(() => sqlite.exec('INSERT INTO parts (part) VALUES (NULL)'))).toBe(
    'SQLITE_CONSTRAINT_NOTNULL',
  );
  expect(codeOf(() => sqlite.exec('nonsense'))).toBe('SQLITE_ERROR');
  const foreign = join(folder, 'foreign.db');
  writeFileSync(foreign, 'This is no database, however long the text may be.'.repeat(100));
  expect(codeOf(() => runtime.openSqlite(foreign).exec('SELECT * FROM sqlite_schema'))).toBe('SQLITE_NOTADB');
});

test('a connection returns SQLITE_BUSY at once unless its busy timeout is set', () => {
  const sqlite = fresh();
  sqlite.exec('BEGIN EXCLUSIVE');
  const other = runtime.openSqlite(join(folder, `${made}.db`));
  const timeout = () => other.ask('PRAGMA busy_timeout');
  expect(timeout()).toEqual([{ timeout: 0 }]);
  expect(codeOf(() => other.exec('BEGIN IMMEDIATE'))).toBe('SQLITE_BUSY');
  other.exec('PRAGMA busy_timeout = 5');
  expect(timeout()).toEqual([{ timeout: 5 }]);
  sqlite.close();
  other.exec('BEGIN IMMEDIATE');
  other.close();
});
