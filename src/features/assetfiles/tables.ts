import { index, integer, serial, sqliteTable, stamps, text } from '../../kit/data/columns.ts';
import { assets } from '../catalog/tables.ts';

export const assetfiles = sqliteTable(
  'assetfiles',
  {
    assetfileid: serial(),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    filename: text().notNull().unique(),
    originalname: text().notNull(),
    mediatype: text().notNull(),
    size: integer().notNull(),
    note: text(),
    username: text().notNull(),
    ...stamps(),
  },
  (t) => [index('assetfiles_asset').on(t.assetid, t.createddate, t.assetfileid)],
);
