import { applications, assets } from '../../src/features/catalog/tables.ts';
import {
  created,
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
} from '../../src/kit/data/columns.ts';
import type { ManifestStatus, Phase } from './labels.ts';

export const enforcescopes = sqliteTable(
  'enforcescopes',
  {
    scopeid: serial(),
    scopename: uniqueName().notNull(),
    phase: text().notNull().default('runtime').$type<Phase>(),
    manifestversion: text().notNull().default('1.0'),
    description: text(),
    computertypeid: integer(),
    measuringtooltypeid: integer(),
    iscommon: integer().$type<0 | 1>(),
    sortname: folded().notNull(),
    ...stamps(),
    sortnamesortkey: sortKey(),
    scopenamesortkey: sortKey(),
  },
  (t) => [
    unique().on(t.scopename, t.phase),
    index('enforcescopes_sortname').on(t.sortname, t.scopeid),
    index('enforcescopes_phase').on(t.phase, t.sortnamesortkey, t.scopeid),
    index('enforcescopes_computertype').on(t.computertypeid),
    index('enforcescopes_measuringtooltype').on(t.measuringtooltypeid),
    index('enforcescopes_created').on(t.createddate, t.scopeid),
    index('enforcescopes_modified').on(t.modifieddate, t.scopeid),
    index('enforcescopes_sortnamesort').on(t.sortnamesortkey, t.scopeid),
    index('enforcescopes_scopenamesort').on(t.scopenamesortkey, t.scopeid),
  ],
);
export type Scope = typeof enforcescopes.$inferSelect;

export const enforceentries = sqliteTable(
  'enforceentries',
  {
    entryid: serial(),
    scopeid: integer()
      .notNull()
      .references(() => enforcescopes.scopeid, { onDelete: 'cascade' }),
    name: uniqueName().notNull(),
    fields: text().notNull(),
    payloadsha256: text(),
    appid: integer().references(() => applications.appid, { onDelete: 'set null' }),
    sortorder: integer().notNull(),
    isenabled: flag(1),
    ...stamps(),
  },
  (t) => [
    unique().on(t.scopeid, t.name),
    index('enforceentries_order').on(t.scopeid, t.sortorder, t.entryid),
    index('enforceentries_payload').on(t.payloadsha256),
    index('enforceentries_app').on(t.appid),
  ],
);
export type EntryRow = typeof enforceentries.$inferSelect;

export const enforcesnapshots = sqliteTable(
  'enforcesnapshots',
  {
    snapshotid: serial(),
    scopeid: integer().notNull(),
    revision: integer().notNull(),
    manifestversion: text().notNull(),
    body: text().notNull(),
    sha256: text().notNull(),
    contentsha256: text().notNull(),
    entrycount: integer().notNull(),
    publishedby: text().notNull(),
    note: text(),
    rollbackof: integer(),
    ...created(),
  },
  (t) => [unique().on(t.scopeid, t.revision), index('enforcesnapshots_created').on(t.createddate, t.scopeid)],
);

export const enforcereferences = sqliteTable(
  'enforcereferences',
  {
    referenceid: serial(),
    snapshotid: integer()
      .notNull()
      .references(() => enforcesnapshots.snapshotid),
    sha256: text().notNull(),
  },
  (t) => [unique().on(t.snapshotid, t.sha256), index('enforcereferences_payload').on(t.sha256, t.snapshotid)],
);

export const enforceblobs = sqliteTable('enforceblobs', {
  blobid: serial(),
  sha256: text().notNull().unique(),
  filename: text().notNull().unique(),
  size: integer().notNull(),
  unneededsince: text(),
  ...created(),
});
export type PayloadBlob = typeof enforceblobs.$inferSelect;

export const enforceuploads = sqliteTable(
  'enforceuploads',
  {
    enforceuploadid: serial(),
    uploadkey: text().notNull().unique(),
    entryid: integer()
      .notNull()
      .references(() => enforceentries.entryid, { onDelete: 'cascade' }),
    size: integer().notNull(),
    sha256: text(),
    filename: text().notNull(),
    expiresat: text().notNull(),
    ...created(),
  },
  (t) => [index('enforceuploads_entry').on(t.entryid), index('enforceuploads_expires').on(t.expiresat)],
);
export type PayloadUpload = typeof enforceuploads.$inferSelect;

export const enforcereports = sqliteTable(
  'enforcereports',
  {
    reportid: serial(),
    hostname: folded().notNull(),
    assetid: integer().references(() => assets.assetid, { onDelete: 'set null' }),
    scopename: folded(),
    phase: text().notNull().default('runtime').$type<Phase>(),
    status: text().notNull().$type<ManifestStatus>(),
    appliedversion: text(),
    enforcerversion: text(),
    results: text().notNull(),
    counts: text().notNull(),
    failed: integer().notNull().default(0),
    islatest: flag(1),
    ...stamps(),
  },
  (t) => [
    index('enforcereports_created').on(t.createddate, t.reportid),
    index('enforcereports_modified').on(t.modifieddate, t.reportid),
    index('enforcereports_hostname').on(t.hostname, t.scopename, t.phase, t.islatest, t.reportid),
    index('enforcereports_scope').on(t.scopename, t.createddate, t.reportid),
    index('enforcereports_status').on(t.status, t.createddate, t.reportid),
    index('enforcereports_latest').on(t.islatest, t.status, t.createddate, t.reportid),
    index('enforcereports_phase').on(t.phase, t.createddate, t.reportid),
    index('enforcereports_asset').on(t.assetid),
  ],
);
