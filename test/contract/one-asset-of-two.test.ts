import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);

let site: Site;
let outside: Database;
beforeAll(async () => {
  site = await startSite();
  outside = new Database(join(site.data, 'millwright.db'));
  outside.run('PRAGMA busy_timeout = 5000');
});
afterAll(async () => {
  outside.close();
  await site.stop();
});

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}
type Values = Record<string, string | number | null>;
interface Reference {
  table: string;
  column: string;
}

/** Tables that are not moved, or that separate rules with separate tests move. */
const STAYS = new Set([
  'assethistory',
  'assetcollisions',
  'communications',
  'relationships',
  'endpoints',
  'agentmerges',
  'parkedcredentials',
  'identitymarks',
]);

/** Tables that only refer to PCs. */
const OF_PCS = new Set(['endpointcredentials', 'endpointblocks', 'endpointlocks', 'enrollmentrequests']);

const idOf = (table: string): string => site.app.host.db.schema.table(table).id;

/** Inserts a row with the values of `input`, and with any valid value for other required columns. */
function put(table: string, input: Values): number {
  const { foreignKeys, uniques } = site.app.host.db.schema.table(table);
  const isAlone = (column: string) => uniques.some((columns) => columns.join() === column);
  const values: Values = { ...input };
  for (const column of outside.query(`PRAGMA table_info(${table})`).all() as Column[]) {
    if (column.name in values || column.notnull === 0 || column.dflt_value !== null) continue;
    if (column.pk === 1) continue;
    const key = foreignKeys.find((one) => one.column === column.name);
    values[column.name] = key ? parentRow(key.table, isAlone(column.name)) : something(column);
  }
  const names = Object.keys(values);
  const sql = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()}) RETURNING rowid AS id`;
  return (outside.query(sql).get(...Object.values(values)) as { id: number }).id;
}

/** Returns a row to refer to. It is a new row if no other row may refer to it. */
const parentRow = (table: string, isAlone: boolean): number => (isAlone ? put(table, {}) : anyRow(table));

function anyRow(table: string): number {
  const found = outside.query(`SELECT ${idOf(table)} AS id FROM ${table} LIMIT 1`).get() as {
    id: number;
  } | null;
  return found?.id ?? put(table, {});
}

let made = 0;
function something({ name, type }: Column): string | number {
  made++;
  if (type === 'TEXT' && /date$|at$|seen$/.test(name)) return '2026-01-01T00:00:00.000Z';
  return type === 'TEXT' ? `${name} ${made}` : made % 2;
}

interface Pair {
  collisionid: number;
  kept: number;
  retired: number;
}

let pairs = 0;

/** Creates two records of one asset of this type, and a possible duplicate that links them. */
async function pairOf(register: string): Promise<Pair> {
  const { path, asset } = site.app.host.registers.get(register);
  const ids: number[] = [];
  for (const n of [1, 2]) {
    const body = await sample(register, `PAIR-${++pairs}-${n}`);
    const { data, error } = await site.admin.post(`/api${path}`, body);
    expect([register, error]).toEqual([register, undefined]);
    ids.push(data.assetid);
  }
  expect(asset === undefined ? register : 'extends').toBe(register === 'assets' ? 'assets' : 'extends');
  const [kept = 0, retired = 0] = ids;
  const collisionid = put('assetcollisions', {
    olderassetid: kept,
    newerassetid: retired,
    reason: 'Both say that they are one.',
  });
  return { collisionid, kept, retired };
}

async function sample(register: string, number: string): Promise<Values> {
  const { fields } = site.app.host.registers.get(register);
  const types = await site.admin.get('/api/assets/types?per_page=100');
  const body: Values = { assetnumber: number, name: number };
  if (register === 'assets') body.assettypeid = types.data.at(-1).assettypeid;
  for (const [name, field] of Object.entries(fields))
    if (field.required && !(name in body)) body[name] = number.replaceAll('-', '').toLowerCase();
  return body;
}

/** Returns all columns that refer to an asset, or to its row in the register. */
function referencesOf(register: string): (Reference & { owner: string })[] {
  const { schema } = site.app.host.db;
  const { table } = site.app.host.registers.get(register);
  const direct = schema.keysTo('assets').filter(({ table: other }) => !isExtension(other));
  const through = table === 'assets' ? [] : schema.keysTo(table);
  return [
    ...direct.map((key) => ({ ...key, owner: 'assets' })),
    ...through.map((key) => ({ ...key, owner: table })),
  ].filter(
    ({ table: other }) =>
      !STAYS.has(other) && idOf(other) !== '' && (register === 'computers' || !OF_PCS.has(other)),
  );
}

const isExtension = (table: string) => site.app.host.registers.findByTable(table)?.asset !== undefined;

const registers = () =>
  site.app.host.registers
    .all()
    .filter(({ asset, name }) => asset !== undefined || name === 'assets')
    .map(({ name }) => name);

function ownerRow(owner: string, assetid: number): number {
  if (owner === 'assets') return assetid;
  return (
    outside.query(`SELECT ${idOf(owner)} AS id FROM ${owner} WHERE assetid = ?`).get(assetid) as {
      id: number;
    }
  ).id;
}

const decide = (pair: Pair, body: object) =>
  site.admin.post(`/api/assets/collisions/${pair.collisionid}/decide`, body);

/** Undoes the latest decision. */
async function undoLast() {
  const [row] = (await site.admin.get('/api/auditlogs?action=catalog.collision.decided&per_page=1')).data;
  return site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`, {});
}

test('a merge moves each reference to the kept asset, and its undo moves it back', async () => {
  let seen = 0;
  for (const register of registers()) {
    for (const { table, column, owner } of referencesOf(register)) {
      const pair = await pairOf(register);
      const [from, to] = [ownerRow(owner, pair.retired), ownerRow(owner, pair.kept)];
      // In a table whose ID is that of the record, the row describes only that record.
      if (idOf(table) === column) continue;
      const id = put(table, { [column]: from });
      const where = () =>
        (
          outside.query(`SELECT ${column} AS at FROM ${table} WHERE ${idOf(table)} = ?`).get(id) as {
            at: number;
          }
        ).at;
      const what = `${register}: ${table}.${column}`;
      const preview = await decide(pair, { same: true, dryrun: true });
      expect([what, preview.status, preview.error]).toEqual([what, 200, undefined]);
      // The preview also lists what the merge revokes.
      const moves = Object.keys(preview.data.moved).filter((kind) => !kind.endsWith('ended'));
      expect([what, where(), moves.length]).toEqual([what, from, 1]);
      const done = await decide(pair, { same: true });
      expect([what, done.status, done.data?.moved]).toEqual([what, 200, preview.data.moved]);
      expect([what, where()]).toEqual([what, to]);
      const undone = await undoLast();
      expect([what, undone.status, undone.error]).toEqual([what, 200, undefined]);
      expect([what, where()]).toEqual([what, from]);
      seen++;
    }
  }
  expect(seen).toBeGreaterThan(60);
});

test('an undo of a merge restores rows that only one asset can have', async () => {
  let seen = 0;
  for (const register of registers()) {
    for (const { table, column, owner } of referencesOf(register)) {
      const { uniques } = site.app.host.db.schema.table(table);
      if (idOf(table) === column || !uniques.some((columns) => columns.join() === column)) continue;
      const pair = await pairOf(register);
      const ids = [pair.kept, pair.retired].map((assetid) =>
        put(table, { [column]: ownerRow(owner, assetid) }),
      );
      const rows = () => outside.query(`SELECT * FROM ${table} WHERE ${idOf(table)} IN (${ids})`).all();
      const [before, what] = [rows(), `${register}: ${table}.${column}`];
      const done = await decide(pair, { same: true });
      expect([what, done.status, done.error]).toEqual([what, 200, undefined]);
      const undone = await undoLast();
      expect([what, undone.status, undone.error, rows()]).toEqual([what, 200, undefined, before]);
      seen++;
    }
  }
  expect(seen).toBeGreaterThan(2);
});
