import {
  flag,
  index,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  uniqueName,
} from '../../kit/data/columns.ts';

export const kioskdevices = sqliteTable(
  'kioskdevices',
  {
    kioskdeviceid: serial(),
    cabinetname: uniqueName().notNull().unique(),
    kind: text().notNull(),
    prefix: text().notNull().unique(),
    secrethash: text().notNull(),
    lastseendate: text(),
    isactive: flag(1),
    ...stamps(),
    cabinetnamesortkey: sortKey(),
  },
  (t) => [index('kioskdevices_cabinetnamesort').on(t.cabinetnamesortkey, t.kioskdeviceid)],
);

export type KioskDevice = typeof kioskdevices.$inferSelect;
