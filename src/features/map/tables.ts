import {
  integer,
  primaryKey,
  real,
  serial,
  sqliteTable,
  stamps,
  text,
  unique,
} from '../../kit/data/columns.ts';
import { maplevels } from '../catalog/tables.ts';

export const mapblueprints = sqliteTable(
  'mapblueprints',
  {
    blueprintid: serial(),
    levelid: integer()
      .notNull()
      .references(() => maplevels.levelid),
    theme: text().notNull(),
    filename: text().notNull().unique(),
    width: integer().notNull(),
    height: integer().notNull(),
    ...stamps(),
  },
  (t) => [unique().on(t.levelid, t.theme)],
);

export const mapsnapshots = sqliteTable('mapsnapshots', {
  snapshotid: serial(),
  name: text().notNull(),
  reason: text().$type<'manual' | 'recalibration' | 'restore'>().notNull(),
  levelid: integer(),
  lastassetid: integer().notNull(),
  positioncount: integer().notNull(),
  username: text().notNull(),
  ...stamps(),
});

export type MapSnapshotRow = typeof mapsnapshots.$inferSelect;

export const mapsnapshotpositions = sqliteTable(
  'mapsnapshotpositions',
  {
    snapshotid: integer()
      .notNull()
      .references(() => mapsnapshots.snapshotid, { onDelete: 'cascade' }),
    assetid: integer().notNull(),
    mapx: real(),
    mapy: real(),
    levelid: integer(),
    mapverifiedat: text(),
  },
  (t) => [primaryKey({ columns: [t.snapshotid, t.assetid] })],
);
