import { ListColumns } from '../../kit/list/list-columns.ts';

/** Returns the SQL of a value that the type, the status or the level of an asset has. */
const selectValue = (table: string, id: string, column: string): string =>
  `(SELECT ${column} FROM ${table} WHERE ${table}.${id} = t.${id})`;

const typeOf = (column: string): string => selectValue('assettypes', 'assettypeid', column);

const LEVEL = `CASE WHEN t.levelid IS NULL AND t.mapx IS NOT NULL AND t.mapy IS NOT NULL THEN 'unknown'
  ELSE ${selectValue('maplevels', 'levelid', 'level')} END`;

/** The columns of the list of assets that cannot be drawn. */
export const unplacedColumns = new ListColumns({
  ids: ['t.assetid'],
  sort: 'assetnumber',
  columns: {
    assetid: { kind: 'ref', operand: 't.assetid' },
    assetnumber: { kind: 'text', operand: 't.assetnumber', order: ['t.assetnumbersortkey'] },
    name: { kind: 'text', operand: 't.name', order: ['t.namesortkey IS NULL', 't.namesortkey'] },
    assettypeid: { kind: 'ref', operand: 't.assettypeid' },
    assettype: { kind: 'text', operand: typeOf('assettype'), order: [typeOf('assettypesortkey')] },
    icon: { kind: 'text', operand: typeOf('icon') },
    color: { kind: 'text', operand: typeOf('color') },
    statusid: { kind: 'ref', operand: 't.statusid' },
    status: { kind: 'text', operand: selectValue('assetstatuses', 'statusid', 'status') },
    mapx: { kind: 'number', operand: 't.mapx' },
    mapy: { kind: 'number', operand: 't.mapy' },
    levelid: { kind: 'ref', operand: 't.levelid' },
    level: { kind: 'text', operand: `(${LEVEL})` },
  },
});
