import { flag, folded, serial, sqliteTable, stamps, text } from '../../kit/data/columns.ts';

export const kioskdevices = sqliteTable('kioskdevices', {
  kioskdeviceid: serial(),
  cabinetname: folded().notNull().unique(),
  kind: text().notNull(),
  prefix: text().notNull().unique(),
  secrethash: text().notNull(),
  lastseendate: text(),
  isactive: flag(1),
  ...stamps(),
});

export type KioskDevice = typeof kioskdevices.$inferSelect;
