import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { foreignPermission } from '../../src/kit/contributions.ts';
import { folded, integer, serial, sqliteTable, stamps, text } from '../../src/kit/data/columns.ts';
import type { Database } from '../../src/kit/data/database.ts';
import { build, command, excluded, isSet, type Params, query } from '../../src/kit/data/query.ts';
import type { Reader, Value } from '../../src/kit/data/reader.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import * as fields from '../../src/kit/resource/fields.ts';
import { defineLedger } from '../../src/kit/resource/ledger.ts';
import { verb } from '../../src/kit/verbs/verb.ts';

const gadgets = sqliteTable('gadgets', {
  gadgetid: serial(),
  gadget: folded().notNull().unique(),
  weight: integer().notNull(),
  notes: text(),
  ...stamps(),
});

const weighings = sqliteTable('weighings', {
  weighingid: serial(),
  gadgetid: integer().notNull(),
  doneon: text().notNull(),
  result: integer().notNull(),
  ...stamps(),
});

const words = {
  path: '/gadgets',
  many: 'Gadgets',
  one: 'Gadget',
  icon: 'box',
  about: 'Gadgets.',
  audit: 'test.gadget',
  remove: 'hard',
  can: { read: 'optional', create: 'admin', edit: 'admin', delete: 'admin' },
  label: 'gadget',
  sort: 'gadget',
} as const;
const columns = {
  gadget: fields.text({ title: 'Gadget' }),
  weight: fields.integer({ title: 'Weight', unit: 'kg' }),
  notes: fields.longtext({ title: 'Notes' }),
};

test('a register derives its name, ID, required and unique fields from its table', () => {
  const register = defineRegister(gadgets, { ...words, columns });
  expect([register.name, register.table, register.id]).toEqual(['gadgets', 'gadgets', 'gadgetid']);
  expect(register.fields.gadget).toMatchObject({ required: true, unique: true });
  expect(register.fields.notes).not.toHaveProperty('required');
  expect(register.activatable).toBe(false);
});

test('the compiler rejects mistakes in a register', () => {
  const { gadget, weight, notes } = columns;
  // @ts-expect-error a misspelt column
  expect(() => defineRegister(gadgets, { ...words, columns: { ...columns, gadgt: notes } })).toThrow('gadgt');
  // @ts-expect-error a column that nobody speaks of
  defineRegister(gadgets, { ...words, columns: { gadget, weight } });
  defineRegister(gadgets, { ...words, columns: { gadget, weight }, internal: ['notes'] });
  // @ts-expect-error a field of another kind than its column
  defineRegister(gadgets, { ...words, columns: { ...columns, weight: fields.text({ title: 'Weight' }) } });
  // @ts-expect-error a label that there is not
  defineRegister(gadgets, { ...words, label: 'gadgt', columns });
  // @ts-expect-error an order that there is not
  defineRegister(gadgets, { ...words, sort: 'wieght', columns });
  // @ts-expect-error what is computed is in no body
  computed.integer({ title: 'Count', from: sql`(SELECT 1)`, writable: 'always' });
  const counted = computed.integer({ title: 'Count', from: sql`(SELECT 1)` });
  expect(defineRegister(gadgets, { ...words, columns, computed: { counted } }).fields.counted).toMatchObject({
    writable: 'never',
  });
  expect(() => defineRegister(gadgets, { ...words, columns, computed: { weight: counted } })).toThrow(
    'the same name',
  );
});

test('the compiler rejects mistakes in a verb and in a ledger', () => {
  const parameters = {
    day: fields.date({ title: 'Day', required: true }),
    note: fields.text({ title: 'Note' }),
  };
  verb({
    title: 'Weigh',
    icon: 'scale',
    needs: 'admin',
    parameters,
    run: (_host, _context, _id, input) => {
      const day: string = input.day;
      // @ts-expect-error it may be left out
      const note: string = input.note;
      // @ts-expect-error nobody asked for it
      return void [day, note, input.wieght];
    },
  });
  const register = defineRegister(gadgets, { ...words, columns });
  const shared = {
    of: register,
    name: 'weighings',
    one: 'Weighing',
    many: 'Weighings',
    icon: 'scale',
    about: 'x',
  };
  const ledgerColumns = {
    doneon: fields.date({ title: 'Done' }),
    result: fields.integer({ title: 'Result' }),
  };
  // @ts-expect-error a column of another table
  expect(() => defineLedger(weighings, { ...shared, by: 'weight', columns: ledgerColumns })).toThrow(
    'no column weight',
  );
  // @ts-expect-error a column that nobody speaks of
  defineLedger(weighings, { ...shared, by: 'gadgetid', columns: { doneon: ledgerColumns.doneon } });
  const ledger = defineLedger(weighings, { ...shared, by: 'gadgetid', columns: ledgerColumns });
  expect(ledger.register).toMatchObject({ path: '/gadgets/:gadgetid/weighings', newestFirst: true });
});

test('the compiler rejects an undeclared permission of a plugin', () => {
  const plugin = {
    id: 'gadgets',
    title: 'Gadgets',
    description: 'Gadgets',
    permissions: { 'gadgets.view': 'See' },
  };
  const rule = { key: 'k', title: 'Heavy', severity: 'info', href: '/', count: () => 1 } as const;
  definePlugin({ ...plugin, attention: [{ ...rule, needs: 'gadgets.view' }] });
  // @ts-expect-error a permission that nobody declares
  definePlugin({ ...plugin, attention: [{ ...rule, needs: 'gadgets.veiw' }] });
  // @ts-expect-error the same of another feature
  foreignPermission(plugin.permissions, 'gadgets.veiw');
  expect(foreignPermission(plugin.permissions, 'gadgets.view') as string).toBe('gadgets.view');
});

test('the compiler rejects mistakes in a write', () => {
  const write = (tx: Tx) => {
    tx.insert(gadgets, { gadget: 'Sprocket', weight: 1 });
    // @ts-expect-error a column that must have a value has none
    tx.insert(gadgets, { gadget: 'Sprocket' });
    // @ts-expect-error a misspelt column
    tx.update(gadgets, 1, { wieght: 2 });
    // @ts-expect-error a value of another type
    tx.update(gadgets, 1, { weight: 'heavy' });
    // @ts-expect-error the row has no such column
    return tx.row(gadgets, 1)?.wieght;
  };
  const later = (db: Database, context: WriteContext) => {
    // @ts-expect-error what goes on later would go on outside the transaction
    db.transact(context, 'test.gadget.read', async (tx) => tx.row(gadgets, 1));
    // @ts-expect-error the same
    db.writeUnaudited((tx) => Promise.resolve(tx.row(gadgets, 1)));
    return db.transact(context, 'test.gadget.read', (tx) => tx.row(gadgets, 1)).value;
  };
  expect([typeof write, typeof later]).toEqual(['function', 'function']);
});

test('a query is typed by its tables and refuses renamed or unnamed columns', () => {
  const heavy = query((params: Params<{ weight: number }>) =>
    build.select({ gadget: gadgets.gadget }).from(gadgets).where(eq(gadgets.weight, params.weight)),
  );
  expect(heavy.text()).toBe('select "gadget" from "gadgets" where "gadgets"."weight" = ?');
  const renamed = query(() => build.select({ name: gadgets.gadget }).from(gadgets));
  expect(() => renamed.text()).toThrow('The selected name has the name gadget');
  const nameless = query(() => build.select({ n: sql<number>`count(*)` }).from(gadgets));
  expect(() => nameless.text()).toThrow('alias');
  // @ts-expect-error rows of a join would be nested, and SQLite gives flat ones
  query(() => build.select().from(gadgets).innerJoin(gadgets, eq(gadgets.gadgetid, gadgets.gadgetid)));
  // @ts-expect-error the parameter is missing
  expect(() => heavy.all({ all: () => [] } as never)).toThrow();
});

/** Replaces reader and transaction, and records the statements. */
const createNotes = () => {
  const ran: [string, ...Value[]][] = [];
  const note = (sql: string, ...params: Value[]) => void ran.push([sql, ...params]);
  return { ran, tx: { runUnjournaled: note, get: note, all: note } as unknown as Tx & Reader };
};

test('a command writes outside the journal and binds its parameters in order', () => {
  const rename = command((params: Params<{ weight: number; notes: string | null }>) =>
    build
      .update(gadgets)
      .set({ gadget: 'Cog', notes: params.notes })
      .where(eq(gadgets.weight, params.weight)),
  );
  const { ran, tx } = createNotes();
  rename.run(tx, { weight: 3, notes: null });
  expect(ran).toEqual([
    ['update "gadgets" set "gadget" = ?, "notes" = ? where "gadgets"."weight" = ?', 'Cog', null, 3],
  ]);
});

test('an insert outside the journal requires time stamps and can update on conflict', () => {
  const forgetful = command((params: Params<{ gadget: string }>) =>
    build.insert(gadgets).values({ gadget: params.gadget, weight: 1 }),
  );
  expect(() => forgetful.text()).toThrow('must set createddate');
  const weigh = command((params: Params<{ gadget: string; weight: number; at: string }>) =>
    build
      .insert(gadgets)
      .values({
        gadget: params.gadget,
        weight: params.weight,
        createddate: params.at,
        modifieddate: params.at,
      })
      .onConflictDoUpdate({ target: gadgets.gadget, set: { weight: excluded(gadgets.weight) } })
      .returning({ gadgetid: gadgets.gadgetid }),
  );
  const { ran, tx } = createNotes();
  weigh.get(tx, { gadget: 'Cog', weight: 2, at: 'now' })?.gadgetid;
  expect(ran).toEqual([
    [
      'insert into "gadgets" ("gadgetid", "gadget", "weight", "notes", "createddate", "modifieddate") values (null, ?, ?, null, ?, ?)' +
        ' on conflict ("gadgets"."gadget") do update set "weight" = excluded."weight" returning "gadgetid"',
      'Cog',
      2,
      'now',
      'now',
    ],
  ]);
});

test('a condition of a partial index is a constant in the SQL text', () => {
  const heavy = query(() =>
    build.select({ gadgetid: gadgets.gadgetid }).from(gadgets).where(isSet(gadgets.weight)),
  );
  expect(heavy.text()).toBe('select "gadgetid" from "gadgets" where "gadgets"."weight" = 1');
  const { ran, tx } = createNotes();
  heavy.all(tx);
  expect(ran).toEqual([[heavy.text()]]);
});

test('the compiler rejects mistakes in a command', () => {
  // @ts-expect-error a misspelt column
  command(() => build.update(gadgets).set({ wieght: 2 }));
  // @ts-expect-error a parameter of another type
  command((params: Params<{ weight: string }>) => build.update(gadgets).set({ weight: params.weight }));
  // @ts-expect-error a column that must have a value has none
  command((params: Params<{ gadget: string }>) => build.insert(gadgets).values({ gadget: params.gadget }));
  const renamed = command(() => build.delete(gadgets).returning({ id: gadgets.gadgetid }));
  expect(() => renamed.text()).toThrow('The selected id has the name gadgetid');
});
