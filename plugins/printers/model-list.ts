import type { Value } from '../../src/kit/data/reader.ts';
import type { SqlCondition } from '../../src/kit/data/sql-condition.ts';
import { toConstantSql } from '../../src/kit/data/sql-text.ts';
import { ListColumns } from '../../src/kit/list/list-columns.ts';
import { isOfPrinters } from './queries.ts';

/** The tables of the list of printer models. */
export const MODEL_TABLES = 'models LEFT JOIN vendors ON vendors.vendorid = models.vendorid';

/** The columns of the list of printer models. */
export const modelColumns = new ListColumns({
  ids: ['models.modelnumberid'],
  sort: 'modelnumber',
  columns: {
    modelnumberid: { kind: 'number', operand: 'models.modelnumberid' },
    modelnumber: { kind: 'text', operand: 'models.modelnumber', order: ['models.modelnumbersortkey'] },
    vendorid: { kind: 'ref', operand: 'models.vendorid' },
    vendor: {
      kind: 'text',
      operand: 'vendors.vendor',
      order: ['vendors.vendorsortkey IS NULL', 'vendors.vendorsortkey'],
    },
    description: { kind: 'text', operand: 'models.description' },
    imagefilename: { kind: 'text', operand: 'models.imagefilename' },
    printercount: {
      kind: 'number',
      operand: `(SELECT count(*) FROM printers JOIN assets ON assets.assetid = printers.assetid
        WHERE assets.isactive = 1 AND assets.modelnumberid = models.modelnumberid)`,
    },
    drivercount: {
      kind: 'number',
      operand: `(SELECT count(*) FROM printerdrivers d
        WHERE d.isactive = 1 AND d.modelnumberid = models.modelnumberid)`,
    },
    supplycount: {
      kind: 'number',
      operand: '(SELECT count(*) FROM modelsupplies s WHERE s.modelnumberid = models.modelnumberid)',
    },
    createddate: { kind: 'instant', operand: 'models.createddate' },
    modifieddate: { kind: 'instant', operand: 'models.modifieddate' },
  },
});

/** The filters of the list itself. `found` contains the IDs of searched models. */
interface ModelSelection {
  found?: readonly number[] | undefined;
  vendorid?: number | undefined;
  hasSupplies: boolean;
}

/** Returns the conditions of the printer models that a request selects. */
export function createModelConditions({ found, vendorid, hasSupplies }: ModelSelection): SqlCondition[] {
  const conditions: SqlCondition[] = [{ sql: toConstantSql(isOfPrinters()), params: [] }];
  const add = (sql: string, ...params: Value[]) => conditions.push({ sql, params });
  if (found) add('models.modelnumberid IN (SELECT value FROM json_each(?))', JSON.stringify(found));
  if (vendorid !== undefined) add('models.vendorid = ?', vendorid);
  if (hasSupplies) add(`${modelColumns.columns.supplycount!.operand} > 0`);
  return conditions;
}
