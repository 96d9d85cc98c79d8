import { type SQL, sql } from 'drizzle-orm';
import { assets, relationships, relationshiptypes } from '../../src/features/catalog/tables.ts';
import { machines } from './tables.ts';

/**
 * SQL fragments for the relationships of a row of `machines`. They take no parameters. CROSS JOIN fixes the
 * order of the joins. Otherwise SQLite would start with all active assets, or with all relationships of a
 * type.
 */

/** Selects the ID of a relationship type. */
export const relationshipTypeId = (name: 'controls' | 'dualpath'): SQL =>
  sql`(SELECT relationshiptypeid FROM ${relationshiptypes} WHERE relationshiptype = ${sql.raw(`'${name}'`)})`;

/**
 * The columns of the own end and the other end. A bay may be the source or the target of the relationship to
 * its partner.
 */
const BAY_COLUMNS = [
  ['sourceassetid', 'targetassetid'],
  ['targetassetid', 'sourceassetid'],
] as const;

const unionAll = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` UNION ALL `);

/**
 * SQL query for a column of the active partner bays of a row of `machines`. The partner has the alias
 * `other`.
 */
export const selectPartners = (column: string): SQL =>
  unionAll(
    BAY_COLUMNS.map(
      ([own, far]) =>
        sql`SELECT ${sql.raw(column)} FROM ${relationships} bay CROSS JOIN ${assets} other ON other.assetid = bay.${sql.raw(far)} AND other.isactive = 1
        WHERE bay.${sql.raw(own)} = ${machines.assetid} AND bay.relationshiptypeid = ${relationshipTypeId('dualpath')}`,
    ),
  );

const controllersOfItself = (column: string): SQL =>
  sql`SELECT ${sql.raw(column)} FROM ${relationships} control CROSS JOIN ${assets} other ON other.assetid = control.sourceassetid AND other.isactive = 1
    WHERE control.targetassetid = ${machines.assetid} AND control.relationshiptypeid = ${relationshipTypeId('controls')}`;

const controllersOfBays = (column: string): SQL[] =>
  BAY_COLUMNS.map(
    ([own, far]) =>
      sql`SELECT ${sql.raw(column)} FROM ${relationships} bay
      CROSS JOIN ${relationships} control ON control.targetassetid = bay.${sql.raw(far)} AND control.relationshiptypeid = ${relationshipTypeId('controls')}
      CROSS JOIN ${assets} other ON other.assetid = control.sourceassetid AND other.isactive = 1
      WHERE bay.${sql.raw(own)} = ${machines.assetid} AND bay.relationshiptypeid = ${relationshipTypeId('dualpath')}`,
  );

/**
 * Selects a column of the active assets that control the machine or its partner bay, for a row of `machines`
 * in the outer query. `column` is SQL over the alias `other` of `assets`. One asset may appear several times.
 */
export const selectControllers = (column: string): SQL =>
  unionAll([controllersOfItself(column), ...controllersOfBays(column)]);

/**
 * Selects a column of one asset that controls the machine or its partner bay; null without one. Controllers
 * of the machine itself take precedence.
 */
export const selectFirstController = (column: string): SQL =>
  sql`coalesce(${sql.join(
    [controllersOfItself(column), ...controllersOfBays(column)].map((one) => sql`(${one} LIMIT 1)`),
    sql`, `,
  )})`;
