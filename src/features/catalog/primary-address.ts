import { getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { sql } from '../../kit/data/sql-text.ts';
import type { PartField } from '../../kit/resource/fields.ts';
import { text } from '../../kit/resource/fields.ts';
import { valueIn } from '../../kit/resource/parts.ts';
import { canonicalizeAssetAddress, setPrimary } from './communications.ts';
import { type CommType, communications } from './tables.ts';

/**
 * The primary address of a type of the asset that a record extends, as a field of that record: `of` is the column with
 * the asset. Given, it becomes the primary one; null clears it.
 */
export const definePrimaryAddress = (
  commtype: Exclude<CommType, 'serial'>,
  { title, of, section = 'Network' }: { title: string; of: SQLiteColumn; section?: string },
): PartField =>
  valueIn(text({ title, section, max: 64, ascii: true, personal: true }), {
    from: sql`(SELECT address FROM ${communications} WHERE assetid = ${of} AND commtype = ${sql.raw(`'${commtype}'`)} AND isprimary = 1)`,
    check: (_tx, address, path) => void (address && canonicalizeAssetAddress(commtype, address, path)),
    save: (tx, id, address) =>
      setPrimary(
        tx,
        tx.row(getTableName(of.table), id)!.assetid as number,
        commtype,
        address && canonicalizeAssetAddress(commtype, address, `${commtype}address`),
      ),
  });
