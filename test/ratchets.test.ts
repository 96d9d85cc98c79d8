import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distDir } from '../build/paths.ts';
import { readSources } from '../build/source-files.ts';
import { buildUi } from '../build/ui.ts';
import type { Value } from '../src/kit/data/reader.ts';
import type { Register } from '../src/kit/resource/register.ts';
import { filterValue, isCreatable, listServedRegisters, sampleBody } from './contract/sample.ts';
import sizes from './ratchets.json';
import { isPeriodic } from './support/periodic.ts';
import { type Site, startSite } from './support/site.ts';

setDefaultTimeout(120_000);

/** Enough rows to detect a statement per row. */
const ROWS = 40;

/**
 * The recorded costs of lists. A plugin records its own in `plugins/<id>/test/ratchets.json`. A list that is
 * not recorded takes one statement and reads no whole table.
 */
interface Ratchets {
  /** Lists whose page takes another number of statements than one, with that number. */
  liststatements: Record<string, number>;
  /** Tables that never grow, so a full scan is as fast as an index. */
  tinylists: string[];
  /** Lists that are read completely anyway, with the line of the plan. */
  wholereads: string[];
  /** Filters that no index narrows, because they match most records or are computed. */
  broadfilters: string[];
}

const parts: Partial<Ratchets>[] = readSources('test/ratchets.json', 'plugins/*/test/ratchets.json').map(
  ({ text }) => JSON.parse(text),
);
const recorded: Ratchets = {
  liststatements: Object.assign({}, ...parts.map(({ liststatements }) => liststatements)),
  tinylists: parts.flatMap(({ tinylists }) => tinylists ?? []),
  broadfilters: parts.flatMap(({ broadfilters }) => broadfilters ?? []).sort(),
  wholereads: parts.flatMap(({ wholereads }) => wholereads ?? []).sort(),
};
const kilobytes = (bytes: number) => Math.ceil(bytes / 1000);

let site: Site;
let registers: Register[];
beforeAll(async () => {
  site = await startSite();
  registers = listServedRegisters(site);
});
// Two hooks, so that references of the second half find records of the first half. Each half has a separate
// timeout.
beforeAll(makeHalf);
beforeAll(makeHalf);
afterAll(() => site.stop());

async function makeHalf(): Promise<void> {
  for (const register of registers.filter(isCreatable))
    for (let n = 0; n < ROWS / 2; n++)
      await site.admin.post(`/api${register.path}`, sampleBody(site, register));
}

interface Statement {
  sql: string;
  params: readonly Value[];
}

const read = new Map<string, Promise<Statement[]>>();

/** Returns the statements of one request. The request is sent only once. */
function statementsOf(path: string): Promise<Statement[]> {
  if (!read.has(path)) read.set(path, readBy(path));
  return read.get(path)!;
}

async function readBy(path: string): Promise<Statement[]> {
  const seen: Statement[] = [];
  const stop = site.app.host.db.listen(({ sql, params }) => seen.push({ sql, params }));
  try {
    const answer = await site.admin.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
  } finally {
    stop();
  }
  return seen;
}

const isOfTheList = ({ sql }: Statement) => !isPeriodic(sql);

/** Returns list requests of the UI: unfiltered, with each filter, and in each order that has an index. */
async function listsOf(register: Register): Promise<string[]> {
  const described = (await site.admin.get('/api/registers')).data.find(
    (one: { name: string }) => one.name === register.name,
  );
  const filters = described.filters.map(
    ({ name, ...filter }: { name: string; kind: string; options?: { value: string }[] }) =>
      `${name}=${filterValue(filter)}`,
  );
  const { host } = site.app;
  const sortedIn = host.registers
    .listExtensions(register)
    .flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name]!.sortedIn));
  const indexed = [...Object.keys(host.resource(register).lister.order.indexed), ...sortedIn];
  const sorts = indexed.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&dir=desc`]);
  return ['', 'search=name', ...filters, ...sorts].map((query) => `/api${register.path}?${query}`);
}

/**
 * Returns the lines of a plan that read a whole table without an index, or sort all of it. Rows that a filter
 * or a search has narrowed may be sorted.
 */
function wholeReads({ sql, params }: Statement, isNarrowed: boolean): string[] {
  const plan = site.app.host.db.read((reader) =>
    reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params),
  );
  return plan
    .map(({ detail }) => detail)
    .filter((detail) =>
      detail.startsWith('SCAN ')
        ? // The intermediate rows of a tree query are not a table.
          detail !== 'SCAN tree' &&
          !/USING (COVERING )?INDEX|CONSTANT ROW|VIRTUAL TABLE/.test(detail) &&
          !recorded.tinylists.includes(detail.slice(5))
        : detail === 'USE TEMP B-TREE FOR ORDER BY' && !isNarrowed,
    );
}

test('a page of each list runs exactly its recorded number of statements', async () => {
  const statements: Record<string, number> = {};
  for (const register of registers) {
    const list = `/api${register.path}?per_page=${ROWS}`;
    const page = await site.admin.get(list);
    if (!register.unpaged && isCreatable(register))
      expect([register.name, page.data.length]).toEqual([register.name, ROWS]);
    statements[register.name] = (await statementsOf(list)).filter(isOfTheList).length;
  }
  const one = Object.fromEntries(registers.map(({ name }) => [name, 1]));
  expect(statements).toEqual({ ...one, ...recorded.liststatements });
});

test('each recorded tiny table exists', () => {
  const tables = site.app.host.db.read((reader) =>
    reader
      .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .map(({ name }) => name),
  );
  expect(recorded.tinylists.filter((name) => !tables.includes(name))).toEqual([]);
});

test('only recorded lists read a whole growing table for a filter or an order', async () => {
  const found = new Set<string>();
  for (const register of registers.filter(({ name }) => !recorded.tinylists.includes(name))) {
    for (const path of await listsOf(register)) {
      for (const statement of await statementsOf(path))
        for (const detail of wholeReads(statement, !/\?(sort|$)/.test(path)))
          found.add(`${path.slice(4)}: ${detail}`);
    }
  }
  expect([...found].sort()).toEqual(recorded.wholereads);
});

/** Reports whether the first step of a statement searches an index by more than the active flag. */
function isNarrowed({ sql, params }: Statement): boolean {
  const steps = site.app.host.db
    .read((reader) => reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params))
    .map(({ detail }) => detail)
    .filter((detail) => /^(?:SEARCH|SCAN) /.test(detail) && detail !== 'SCAN CONSTANT ROW');
  const by = /^SEARCH .*\(([^)]*)\)/.exec(steps[0] ?? '')?.[1]?.split(' AND ') ?? [];
  return by.some((one) => !one.startsWith('isactive'));
}

test('each filter of a list uses an index unless it is recorded as a broad filter', async () => {
  const broad = new Set<string>();
  for (const register of registers.filter(({ name }) => !recorded.tinylists.includes(name))) {
    for (const path of (await listsOf(register)).filter((one) => !/\?(sort|search|$)/.test(one))) {
      const statements = (await statementsOf(path)).filter(isOfTheList);
      const page = statements.find(({ sql }) => sql.includes(register.table) && sql.includes('ORDER BY'));
      if (page && !isNarrowed(page)) broad.add(path.slice(4));
    }
  }
  expect([...broad].sort()).toEqual(recorded.broadfilters);
});

test('the first page loads no more bytes than recorded', async () => {
  await buildUi();
  const names = firstLoad();
  expect(names.size).toBeGreaterThan(2);
  const bytes = [...names].reduce(
    (sum, name) => sum + Bun.gzipSync(readFileSync(uiFile(name)), { level: 9 }).length,
    0,
  );
  expect(kilobytes(bytes)).toBeLessThanOrEqual(sizes.firstloadkilobytes);
});

const uiFile = (name: string) => join(distDir, 'ui/files', name);

/** Returns the page, the files that it refers to, and their static imports. */
function firstLoad(): Set<string> {
  const names = new Set(['index.html']);
  for (const name of names) {
    const text = readFileSync(uiFile(name), 'utf8');
    const links = name.endsWith('.html')
      ? text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)
      : name.endsWith('.js')
        ? text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)
        : [];
    for (const match of links) names.add(match[1]!);
  }
  return names;
}
