import {
  flag,
  folded,
  index,
  integer,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  unique,
  uniqueName,
} from '../../kit/data/columns.ts';
import { supportteams } from './reference-tables.ts';

export const applications = sqliteTable(
  'applications',
  {
    appid: serial(),
    appname: uniqueName().notNull().unique(),
    description: text(),
    supportteamid: integer().references(() => supportteams.supportteamid),
    isrequired: flag(),
    isinstallable: flag(),
    ishidden: flag(),
    isreserved: flag(),
    ismonitorable: flag(),
    launchpath: text(),
    processname: text(),
    documentationurl: text(),
    imagefilename: text(),
    isactive: flag(1),
    ...stamps(),
    appnamesortkey: sortKey(),
  },
  (t) => [
    index('applications_team').on(t.supportteamid),
    index('applications_name').on(t.isactive, t.appnamesortkey, t.appid),
  ],
);

export type Application = typeof applications.$inferSelect;

export const appversions = sqliteTable(
  'appversions',
  {
    appversionid: serial(),
    appid: integer()
      .notNull()
      .references(() => applications.appid, { onDelete: 'cascade' }),
    version: folded().notNull(),
    releasedate: text(),
    notes: text(),
    ...stamps(),
  },
  (t) => [unique().on(t.appid, t.version)],
);

export const apppackages = sqliteTable(
  'apppackages',
  {
    apppackageid: serial(),
    appversionid: integer()
      .notNull()
      .references(() => appversions.appversionid, { onDelete: 'cascade' }),
    filename: text().notNull().unique(),
    originalname: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    ...stamps(),
  },
  (t) => [index('apppackages_version').on(t.appversionid)],
);
