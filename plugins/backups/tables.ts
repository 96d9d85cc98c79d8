import { assets } from '../../src/features/catalog/tables.ts';
import { flag, index, integer, serial, sqliteTable, stamps, text } from '../../src/kit/data/columns.ts';

export const assetbackups = sqliteTable(
  'assetbackups',
  {
    assetbackupid: serial(),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    backupdate: text().notNull(),
    method: text(),
    storagelocation: text(),
    performedby: text(),
    isverified: flag(),
    intervaldays: integer(),
    filename: text(),
    originalname: text(),
    size: integer(),
    islatest: flag(),
    duedate: text(),
    isactive: flag(1),
    ...stamps(),
  },
  (t) => [
    index('assetbackups_asset').on(t.assetid, t.isactive, t.backupdate, t.assetbackupid),
    index('assetbackups_date').on(t.backupdate, t.assetbackupid),
    index('assetbackups_due').on(t.duedate, t.assetbackupid),
    index('assetbackups_latest').on(t.islatest, t.backupdate, t.assetbackupid),
    index('assetbackups_verified').on(t.isverified, t.backupdate, t.assetbackupid),
    index('assetbackups_created').on(t.createddate, t.assetbackupid),
    index('assetbackups_modified').on(t.modifieddate, t.assetbackupid),
  ],
);
