import { getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { sql } from '../../kit/data/sql-text.ts';
import type { PartField } from '../../kit/resource/fields.ts';
import { text } from '../../kit/resource/fields.ts';
import { valueIn } from '../../kit/resource/parts.ts';
import { canonicalizeAssetAddress, setPrimary } from './communications.ts';
import { type CommType, communications } from './tables.ts';

/**
 * Returns a field with the primary address of one type, for a record that extends an asset; `of` is its
 * column with the asset ID. A value becomes the primary address as in `setPrimary`, null deletes it.
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
