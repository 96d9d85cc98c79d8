import { created, integer, serial, sqliteTable, text, unique } from '../../kit/data/columns.ts';

export const demoloads = sqliteTable('demoloads', {
  demoloadid: serial(),
  startedby: text().notNull(),
  /** Null until the load has finished. */
  finisheddate: text(),
  ...created(),
});

export const demorecords = sqliteTable(
  'demorecords',
  { demorecordid: serial(), tablename: text().notNull(), entityid: integer().notNull() },
  (t) => [unique().on(t.tablename, t.entityid)],
);

export const demochanges = sqliteTable('demochanges', {
  demochangeid: serial(),
  tablename: text().notNull(),
  entityid: integer().notNull(),
  /** The changed columns before and after, as JSON. */
  before: text().notNull(),
  after: text().notNull(),
});

export const demouses = sqliteTable(
  'demouses',
  { demouseid: serial(), tablename: text().notNull(), entityid: integer().notNull() },
  (t) => [unique().on(t.tablename, t.entityid)],
);
