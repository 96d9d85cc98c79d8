import { assets } from '../../../src/features/catalog/tables.ts';
import { created, index, integer, serial, sqliteTable, text } from '../../../src/kit/data/columns.ts';

export const operatorreports = sqliteTable(
  'operatorreports',
  {
    operatorreportid: serial(),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    devicename: text().notNull(),
    machinenumber: text(),
    text: text().notNull(),
    reason: text(),
    details: text(),
    screenshot: text(),
    ...created(),
  },
  (t) => [index('operatorreports_asset').on(t.assetid, t.operatorreportid)],
);
