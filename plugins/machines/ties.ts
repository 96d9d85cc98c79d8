import { type SQL, sql } from 'drizzle-orm';
import { assets, relationships, relationshiptypes } from '../../src/features/catalog/tables.ts';
import { machines } from './tables.ts';

/**
 * What ties machines to other assets, as SQL over a row of `machines`; it takes no values. The joins are in the order
 * to be walked: left to itself, SQLite begins at all active assets, or at all ties of a type.
 */

export const tieType = (name: 'controls' | 'dualpath'): SQL =>
  sql`(SELECT relationshiptypeid FROM ${relationshiptypes} WHERE relationshiptype = ${sql.raw(`'${name}'`)})`;

/** A bay may stand on either side of the tie to the other one: from whose side the tie is seen, and the other side. */
const SIDES = [
  ['sourceassetid', 'targetassetid'],
  ['targetassetid', 'sourceassetid'],
] as const;

const joined = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` UNION ALL `);

/** A column of the active assets that are the other bays: `other` is such an asset. */
export const selectPartners = (column: string): SQL =>
  joined(
    SIDES.map(
      ([own, far]) =>
        sql`SELECT ${sql.raw(column)} FROM ${relationships} bay CROSS JOIN ${assets} other ON other.assetid = bay.${sql.raw(far)} AND other.isactive = 1
        WHERE bay.${sql.raw(own)} = ${machines.assetid} AND bay.relationshiptypeid = ${tieType('dualpath')}`,
    ),
  );

const controllersOfItself = (column: string): SQL =>
  sql`SELECT ${sql.raw(column)} FROM ${relationships} tie CROSS JOIN ${assets} other ON other.assetid = tie.sourceassetid AND other.isactive = 1
    WHERE tie.targetassetid = ${machines.assetid} AND tie.relationshiptypeid = ${tieType('controls')}`;

const controllersOfBays = (column: string): SQL[] =>
  SIDES.map(
    ([own, far]) =>
      sql`SELECT ${sql.raw(column)} FROM ${relationships} bay
      CROSS JOIN ${relationships} tie ON tie.targetassetid = bay.${sql.raw(far)} AND tie.relationshiptypeid = ${tieType('controls')}
      CROSS JOIN ${assets} other ON other.assetid = tie.sourceassetid AND other.isactive = 1
      WHERE bay.${sql.raw(own)} = ${machines.assetid} AND bay.relationshiptypeid = ${tieType('dualpath')}`,
  );

/** A column of the active assets that control the machine, or its other bay. */
export const selectControllers = (column: string): SQL =>
  joined([controllersOfItself(column), ...controllersOfBays(column)]);

/** The same of one of them: its own before that of its other bay. */
export const selectFirstController = (column: string): SQL =>
  sql`coalesce(${sql.join(
    [controllersOfItself(column), ...controllersOfBays(column)].map((one) => sql`(${one} LIMIT 1)`),
    sql`, `,
  )})`;
