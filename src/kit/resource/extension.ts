import type { Invariant } from '../data/invariant.ts';
import type { Row } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import { AppError, invalid } from '../errors.ts';
import type { ColumnField } from './fields.ts';
import type { Register } from './register.ts';
import type { Registers } from './registers.ts';

/**
 * An asset whose type a register extends has one row there, and none elsewhere. An asset that is made or changes its
 * type by another way than that register gets its row, or loses one in which nobody entered anything yet.
 */
export const oneExtension = (registers: Registers): Invariant => ({
  name: 'an asset has one row in the register of its type, and none in another',
  tables: ['assets'],
  hold: (tx, changes) => {
    const extending = registers.all().filter((register) => register.asset);
    const made = new Set(changes.filter(({ op }) => op === 'insert').map(({ id }) => id));
    const typed = changes.filter(({ op, after }) => op === 'update' && after?.assettypeid !== undefined);
    for (const assetid of made) fit(tx, extending, assetid, false);
    for (const assetid of new Set(typed.map(({ id }) => id))) fit(tx, extending, assetid, true);
  },
});

/** Columns that say nothing about the thing. */
const OF_ITS_OWN = new Set(['assetid', 'createddate', 'modifieddate']);

function fit(tx: Tx, extending: readonly Register[], assetid: number, wasOther: boolean): void {
  const asset = tx.get<{ assetnumber: string; assettype: string }>(
    'SELECT assetnumber, assettype FROM assets JOIN assettypes USING (assettypeid) WHERE assetid = ?',
    assetid,
  );
  if (!asset) return;
  for (const register of extending) {
    const belongs = register.asset!.type === asset.assettype;
    if (!belongs && !wasOther) continue;
    const row = tx.get<Row>(`SELECT * FROM ${register.table} WHERE assetid = ?`, assetid);
    if (belongs && !row) add(tx, register, assetid);
    if (!belongs && row) drop(tx, register, row, asset.assetnumber);
  }
}

function add(tx: Tx, register: Register, assetid: number): void {
  const needed = ownFields(register).find(([, field]) => field.required && field.default === undefined);
  if (needed)
    throw invalid(
      'assettypeid',
      `A ${register.one.toLowerCase()} needs a ${needed[1].title}: add it under ${register.many}.`,
    );
  tx.insert(register.table, { assetid });
}

function drop(tx: Tx, register: Register, row: Row, assetnumber: string): void {
  const id = row[register.id] as number;
  const isBare = Object.entries(row).every(
    ([column, value]) => value === null || OF_ITS_OWN.has(column) || column === register.id,
  );
  if (!isBare || isReferredTo(tx, register.table, id))
    throw new AppError(
      'CONFLICT',
      `${assetnumber} is a ${register.one.toLowerCase()} with facts of its own, so its type stays. Retire it and add a new asset.`,
      { field: 'assettypeid' },
    );
  tx.delete(register.table, id);
}

const ownFields = (register: Register) =>
  Object.entries(register.fields).filter(
    (entry): entry is [string, ColumnField] => entry[1].place === 'column',
  );

/** Rows that would go with it count, too. */
const isReferredTo = (tx: Tx, table: string, id: number): boolean =>
  tx.schema
    .keysTo(table)
    .some(({ table: other, column }) => tx.get(`SELECT 1 FROM ${other} WHERE ${column} = ? LIMIT 1`, id));
