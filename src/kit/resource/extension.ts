import type { Invariant } from '../data/invariant.ts';
import type { Row } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import type { DeclaredExtension } from '../declared-data.ts';
import { AppError, conflict, invalid } from '../errors.ts';
import { toSentenceForm, withArticle } from '../sentence-form.ts';
import type { ColumnField } from './fields.ts';
import { isSameAssetType, type Register } from './register.ts';
import type { Registers } from './registers.ts';
import { hasValue } from './same-value.ts';

/**
 * Returns the invariant that an asset has one row in the register of its type, and none in another register.
 * An asset that is created or gets its type elsewhere gets its row. From then on its type is fixed, also while
 * the plugin of the register is disabled: `declared` contains the registers of all plugins. It throws 409
 * CONFLICT for a row of another type, and 400 when a row to add requires a value.
 */
export function createExtensionInvariant(
  registers: Registers,
  declared: readonly DeclaredExtension[],
): Invariant {
  const extending = registers.all().filter((register) => register.asset);
  const byType = new Map(extending.map((register) => [register.asset!.type.toLowerCase(), register]));
  const byTable = new Map(extending.map((register) => [register.table, register]));
  return {
    name: 'an asset has one row in the register of its type, and none in another',
    tables: ['assets', ...byTable.keys()],
    isDeferrable: true,
    enforce: (tx, changes) => {
      for (const { table, id, op, after } of changes) {
        const extended = byTable.get(table);
        if (extended && op === 'insert') refuseOtherType(tx, extended, after!.assetid as number);
        if (extended || op === 'delete' || after?.assettypeid === undefined) continue;
        const type = tx.value<string>(
          'SELECT assettype FROM assets JOIN assettypes USING (assettypeid) WHERE assetid = ?',
          id,
        );
        if (type === undefined) continue;
        const own = byType.get(type.toLowerCase());
        if (own) addMissing(tx, own, id);
        if (op === 'update')
          for (const extension of declared)
            if (!isSameAssetType(extension.type, type)) refuseExtended(tx, extension, id);
      }
    },
  };
}

/**
 * Adds the missing rows of assets that were created while the plugin of their register was disabled. Reports
 * each asset that cannot have a row, and leaves it unchanged. If rows were added, sets an audit row that
 * cannot be undone.
 */
export function completeExtensions(
  tx: Tx,
  registers: Registers,
  onFailure: (assetid: number, why: string) => void,
): void {
  for (const register of registers.all().filter(({ asset }) => asset)) {
    const missing = tx.all<{ assetid: number }>(
      `SELECT assetid FROM assets JOIN assettypes USING (assettypeid)
        WHERE assettype = ? AND NOT EXISTS (SELECT 1 FROM ${register.table} own WHERE own.assetid = assets.assetid)`,
      register.asset!.type,
    );
    for (const { assetid } of missing)
      try {
        addMissing(tx, register, assetid);
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause;
        onFailure(assetid, cause.message);
      }
  }
  if (tx.journal.length > 0) tx.audit({ entitytype: 'asset', entityid: null, undoable: false });
}

/**
 * Throws 409 CONFLICT when the asset of a row has another type. The row may be one that a caller adds, or one
 * that an undo restores after the type changed.
 */
function refuseOtherType(tx: Tx, { asset, one }: Register, assetid: number): void {
  const row = tx.get<{ assetnumber: string; assettype: string }>(
    'SELECT assetnumber, assettype FROM assets JOIN assettypes USING (assettypeid) WHERE assetid = ?',
    assetid,
  );
  if (!row || isSameAssetType(asset!.type, row.assettype)) return;
  throw new AppError(
    'CONFLICT',
    `${row.assetnumber} is not ${withArticle(one)}. Its type is ${row.assettype}.`,
  );
}

const rowOf = (tx: Tx, { table }: Pick<Register, 'table'>, assetid: number): Row | undefined =>
  tx.get<Row>(`SELECT * FROM ${table} WHERE assetid = ?`, assetid);

function addMissing(tx: Tx, register: Register, assetid: number): void {
  if (rowOf(tx, register, assetid)) return;
  const numberedBy = register.asset!.numberedBy;
  const needed = ownFields(register).find(
    ([name, field]) => field.required && field.default === undefined && name !== numberedBy,
  );
  if (needed)
    throw invalid(
      'assettypeid',
      `${withArticle(register.one).replace(/^a/, 'A')} requires a ${needed[1].title}. Add it under ${register.many}.`,
    );
  tx.insert(register.table, {
    assetid,
    ...(numberedBy && { [numberedBy]: freeNumber(tx, register, assetid) }),
  });
}

/**
 * Returns the number of the asset, for the equal column of its register. Throws 409 CONFLICT when another
 * record has it.
 */
function freeNumber(tx: Tx, register: Register, assetid: number): string {
  const { table, asset, one, fields } = register;
  const number = tx.row('assets', assetid)!.assetnumber as string;
  const same = hasValue(register, asset!.numberedBy!, fields[asset!.numberedBy!]!, number);
  if (tx.value(`SELECT 1 FROM ${table} WHERE ${same.sql}`, ...same.params))
    throw conflict(
      'assetnumber',
      `Another ${toSentenceForm(one)} has the number ${number}. Use a different number.`,
    );
  return number;
}

function refuseExtended(tx: Tx, { table, one }: DeclaredExtension, assetid: number): void {
  if (!rowOf(tx, { table }, assetid)) return;
  throw new AppError(
    'CONFLICT',
    `${tx.row('assets', assetid)?.assetnumber} is ${withArticle(one)}, so you cannot change its type. Deactivate it and add a new asset.`,
    { field: 'assettypeid' },
  );
}

const ownFields = (register: Register) =>
  Object.entries(register.fields).filter(
    (entry): entry is [string, ColumnField] => entry[1].place === 'column',
  );
