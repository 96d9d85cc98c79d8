import { afterAll, beforeAll, expect, test } from 'bun:test';
import { runtime } from '#runtime';
import { SYSTEM } from '../../src/kit/actor.ts';
import { TableUsageAnalyzer } from '../../src/kit/data/table-usage.ts';
import { type Site, startSite } from '../support/site.ts';

const SCHEMA = `
  CREATE TABLE halls (hallid INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, presses INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE presses (pressid INTEGER PRIMARY KEY, hallid INTEGER NOT NULL REFERENCES halls (hallid) ON DELETE CASCADE) STRICT;
  CREATE INDEX presses_hall ON presses (hallid);
  CREATE TABLE tags (tag TEXT NOT NULL, hallid INTEGER NOT NULL, PRIMARY KEY (tag, hallid)) STRICT, WITHOUT ROWID;
  CREATE TRIGGER presses_counted AFTER INSERT ON presses BEGIN
    UPDATE halls SET presses = presses + 1 WHERE hallid = new.hallid;
  END;
  CREATE VIRTUAL TABLE names USING fts5 (name, content='halls', content_rowid='hallid', tokenize='trigram');
  CREATE VIRTUAL TABLE words USING fts5vocab (names, row);
  CREATE VIRTUAL TABLE notes USING fts5 (note, content='', contentless_delete=1);
`;
const sqlite = runtime.openSqlite(':memory:');
sqlite.exec('PRAGMA foreign_keys = ON');
sqlite.exec(SCHEMA);
const touchesOf = new TableUsageAnalyzer(sqlite);
const reads = (sql: string) => [...touchesOf.analyze(sql).reads].sort();
const writes = (sql: string) => [...touchesOf.analyze(sql).writes].sort();

test('the analyzer lists the tables that a statement reads through any index', () => {
  expect(reads('SELECT name FROM halls WHERE hallid = ?')).toEqual(['halls']);
  expect(reads('SELECT count(*) FROM presses WHERE hallid = ? AND pressid > ?')).toEqual(['presses']);
  expect(reads("SELECT tag FROM tags WHERE tag <> '?' AND hallid = ?")).toEqual(['tags']);
  expect(reads("SELECT 1 FROM tags WHERE tag = '?'")).toEqual(['tags']);
  expect(
    reads('SELECT h.name, (SELECT count(*) FROM presses p WHERE p.hallid = h.hallid) FROM halls h LIMIT ?'),
  ).toEqual(['halls', 'presses']);
  expect(reads('SELECT value FROM json_each(?)')).toEqual([]);
});

test('the analyzer lists a text index together with its content table', () => {
  expect(reads('SELECT rowid FROM names WHERE names MATCH ?')).toEqual(['halls', 'names']);
  expect(reads('SELECT doc FROM words WHERE term = ?')).toEqual(['halls', 'names', 'words']);
  expect(reads('SELECT rowid FROM notes WHERE notes MATCH ?')).toEqual(['notes']);
});

test('the analyzer lists written tables including triggers and cascades', () => {
  expect(writes('SELECT name FROM halls')).toEqual([]);
  expect(writes('INSERT INTO presses (hallid) VALUES (?) RETURNING *')).toEqual(['halls', 'presses']);
  expect(writes('UPDATE halls SET name = ? WHERE hallid = ?')).toEqual(['halls']);
  expect(writes('DELETE FROM halls WHERE hallid = ?')).toEqual(['halls', 'presses']);
  expect(writes('DELETE FROM presses')).toEqual(['presses']);
  expect(writes('INSERT INTO tags VALUES (?, ?) ON CONFLICT DO NOTHING')).toEqual(['tags']);
  expect(writes('INSERT INTO notes (rowid, note) VALUES (?, ?)')).toEqual(['notes']);
});

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const context = () => ({ actor: SYSTEM, requestid: null, ipaddress: null });
const countVendors = () => site.app.host.db.count('SELECT count(*) FROM vendors', []);
const real = () =>
  site.app.host.db.read((reader) => reader.value<number>('SELECT count(*) FROM vendors WHERE 1'));

test('a cached result is correct after an unjournaled write', () => {
  const { db } = site.app.host;
  const before = countVendors();
  db.writeUnaudited((tx) =>
    tx.runUnjournaled("INSERT INTO vendors (vendor, createddate, modifieddate) VALUES ('A', '', '')"),
  );
  expect(countVendors()).toBe(before + 1);
  db.writeUnaudited((tx) => tx.runUnjournaled("DELETE FROM vendors WHERE vendor = 'A'"));
  expect(countVendors()).toBe(before);
});

test('the query cache stores no result of a rolled back transaction', () => {
  const { db } = site.app.host;
  const before = countVendors();
  const undone = () =>
    db.transact(context(), 'test.vendor.made', (tx) => {
      tx.insert('vendors', { vendor: 'Short-lived' });
      tx.audit({ entitytype: 'vendor', entityid: null });
      expect(countVendors()).toBe(before + 1);
      expect(db.watch((reader) => reader.value('SELECT count(*) FROM vendors')).isFresh()).toBe(false);
      throw new Error('no');
    });
  expect(undone).toThrow('no');
  expect(countVendors()).toBe(before);
  expect(real()).toBe(before);
});

test('a cached result is stale when a table changes that a later part of it read', async () => {
  const { db } = site.app.host;
  const watched = db.watch(async (reader) => {
    reader.value('SELECT count(*) FROM locations');
    await Promise.resolve();
    return reader.value('SELECT count(*) FROM vendors');
  });
  await watched.value;
  expect(watched.isFresh()).toBe(true);
  await site.admin.post('/api/vendors', { vendor: 'Late' });
  expect(watched.isFresh()).toBe(false);
});
