import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readSources } from '../../build/source-files.ts';
import type { Command, Query } from '../../src/kit/data/query.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

type FixedStatement = Query<unknown, unknown> | Command<unknown, unknown>;

const isFixed = (value: unknown): value is FixedStatement =>
  typeof value === 'object' && value !== null && 'text' in value && ('iterate' in value || 'run' in value);

test('each fixed statement compiles against the tables', async () => {
  const files = readSources('{src,plugins}/**/{queries,*-queries}.ts')
    .map((file) => file.path)
    .filter((path) => !path.includes('/web/'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const fixed = Object.entries(await import(`../../${file}`)).filter(([, value]) => isFixed(value));
    expect([file, fixed.length > 0]).toEqual([file, true]);
    for (const [name, value] of fixed)
      expect([file, name, programOf(value as FixedStatement).length > 0]).toEqual([file, name, true]);
  }
});

/** Returns SQLite's program of the statement. This compiles the text against the tables. */
const programOf = (statement: FixedStatement): unknown[] =>
  site.app.host.db.read((reader) => reader.all(`EXPLAIN ${statement.text()}`));

test('fixed statements are declared only in query files', () => {
  const elsewhere = readSources('{src,plugins}/**/*.ts')
    .filter(
      ({ path, text }) =>
        !/queries\.ts$|\.test\.ts$|kit\/data\/query\.ts$/.test(path) && /\b(query|command)\(\s*\(/.test(text),
    )
    .map(({ path }) => path);
  expect(elsewhere).toEqual([]);
});

/** Matches a fixed statement over tables at the place where it is run. A composed statement contains `${`. */
const FIXED =
  /\.(all|get|value|iterate|runUnjournaled)(<[^()]*?>)?\(\s*(['"](SELECT [^'"]* FROM|INSERT|UPDATE|DELETE)|`(SELECT|INSERT|UPDATE|DELETE)[^`$]*`)/;

/** Features, plugins, commands, and the parts of the kit with tables. */
const ROOMS = ['src/features', 'src/cli', 'src/kit/{audit,files,outbox,search,settings}', 'plugins'];

function findSources(pattern: RegExp): string[] {
  const files = readSources(...ROOMS.map((room) => `${room}/**/*.ts`)).filter(
    ({ path }) => !/\.test\.ts$|\/(test|web)\//.test(path),
  );
  expect(files.length).toBeGreaterThan(100);
  return files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([place]) => `${path}: ${place}`));
}

test('no fixed statement is written as text where it is run', () => {
  expect(findSources(new RegExp(FIXED, 'g'))).toEqual([]);
});

test('journaled writes name their table by the declared object', () => {
  expect(findSources(/\btx\.(insert|update|delete|row)\(\s*['"`]/g)).toEqual([]);
});

test('the pattern of fixed statements matches them and ignores composed ones', () => {
  expect("tx.runUnjournaled('DELETE FROM loginattempts WHERE name = ?', name)").toMatch(FIXED);
  expect("reader.get<{ n: number }>(\n  'SELECT n FROM t WHERE id = ?',").toMatch(FIXED);
  expect('reader.all(`SELECT a\n FROM b`)').toMatch(FIXED);
  expect('reader.all(`SELECT a FROM ${register.table}`)').not.toMatch(FIXED);
  expect("reader.value('SELECT 1')").not.toMatch(FIXED);
});
