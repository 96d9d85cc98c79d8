import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { SYSTEM } from '../../src/kit/actor.ts';
import type { Row, Value } from '../../src/kit/data/reader.ts';
import { isKitMade, type Register } from '../../src/kit/resource/register.ts';
import { lockersPlugin } from '../fixtures/plugins/lockers/index.ts';
import { toolsPlugin } from '../fixtures/plugins/tools/index.ts';
import { type Site, startSite } from '../support/site.ts';
import { isCreatable, listServedRegisters, sampleBody } from './sample.ts';

/** Tables that describe the change itself, or that are derived from other tables. */
const NOT_DATA = /^(audit|assethistory$|search|sqlite_|jobs$|assettallies$|lastingstates$)/;

let site: Site;
let registers: Register[];
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, lockersPlugin, toolsPlugin] });
  registers = listServedRegisters(site).filter(isCreatable);
});
afterAll(() => site.stop());

const read = <T>(sql: string, ...params: Value[]) =>
  site.app.host.db.read((reader) => reader.all<T>(sql, ...params));

/** Returns all rows of all tables without time stamps, because a reverted row gets a newer one. */
const contents = (): Record<string, string[]> => {
  const tables = read<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .map(({ name }) => name)
    .filter((name) => !NOT_DATA.test(name));
  const plain = ({ modifieddate: _stamp, ...row }: Row) => JSON.stringify(row);
  return Object.fromEntries(
    tables.map((name) => [name, read<Row>(`SELECT * FROM ${name}`).map(plain).sort()]),
  );
};

let made = 0;

/** Inserts a row that refers to the record. Other required columns get any valid value. */
function insertChild(table: string, column: string, id: number): void {
  const { db } = site.app.host;
  const keys = new Map(db.schema.table(table).foreignKeys.map((key) => [key.column, key]));
  const columns = read<{
    name: string;
    type: string;
    notnull: number;
    dflt_value: string | null;
    pk: number;
  }>(`SELECT * FROM pragma_table_info('${table}')`);
  const row: Row = { [column]: id };
  for (const { name, type, notnull, dflt_value, pk } of columns) {
    if (name in row || !notnull || dflt_value !== null || pk) continue;
    const key = keys.get(name);
    const other = key && read<{ id: number }>(`SELECT min(${key.references}) AS id FROM ${key.table}`)[0]!.id;
    row[name] = other ?? (type === 'INTEGER' ? ++made : `${table} ${++made}`);
  }
  db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, 'test.child.made', (tx) => {
    tx.insert(table, row);
    tx.audit({ entitytype: 'test', entityid: null });
  });
}

/** Inserts a row into each table whose foreign key cascades or is set to null. Returns the columns. */
function insertChildren(register: Register, id: number): string[] {
  const { schema } = site.app.host.db;
  const going = schema
    .keysTo(register.table)
    .filter(({ table, ondelete }) => /CASCADE|SET NULL/.test(ondelete) && schema.table(table).id !== '');
  for (const { table, column } of going) insertChild(table, column, id);
  return going.map(({ table, column }) => `${table}.${column}`);
}

test('a deletion and its undo restore each row of each table', async () => {
  const tried: string[] = [];
  const different: string[] = [];
  for (const register of registers.filter((one) => isKitMade(one, 'delete'))) {
    const { data } = await site.admin.post(`/api${register.path}`, sampleBody(site, register));
    const id = data[register.id] as number;
    if (register.remove === 'hard') tried.push(...insertChildren(register, id));
    const before = contents();
    const path = `/api${register.path}/${id}`;
    const confirm = register.typedConfirmation ? { confirm: data[register.label] } : undefined;
    const gone = await site.admin.delete(path, confirm);
    expect([path, gone.status]).toEqual([path, 200]);
    const undone = await site.admin.post(`/api/auditlogs/${gone.headers.get('x-audit-id')}/undo`);
    expect([path, undone.error]).toEqual([path, undefined]);
    const after = contents();
    for (const [table, rows] of Object.entries(before))
      if (JSON.stringify(rows) !== JSON.stringify(after[table])) different.push(`${register.name}: ${table}`);
  }
  expect(different).toEqual([]);
  expect(tried).toContain('supportcontacts.supportteamid');
});
