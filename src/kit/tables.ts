import {
  created,
  folded,
  index,
  integer,
  primaryKey,
  serial,
  sqliteTable,
  stamps,
  text,
  unique,
} from './data/columns.ts';

/** The applied migrations of each chain. */
export const migrations = sqliteTable(
  'migrations',
  { chain: text().notNull(), id: text().notNull(), sha256: text().notNull(), appliedat: text().notNull() },
  (t) => [primaryKey({ columns: [t.chain, t.id] })],
);

/** The audit log. Its rows never change, except that `userid` becomes null when the user is deleted. */
export const auditlogs = sqliteTable(
  'auditlogs',
  {
    auditlogid: integer().primaryKey(),
    createddate: text().notNull(),
    action: text().notNull(),
    userid: integer(),
    username: text().notNull(),
    actorkind: text().notNull(),
    entitytype: text().notNull(),
    entityid: text(),
    details: text().notNull(),
    ipaddress: text(),
    requestid: text(),
    undoof: integer(),
    undoable: integer().$type<0 | 1>().notNull(),
    hash: text().notNull(),
    /** The MAC of the first part of its journal; null without a journal. */
    journal: text(),
    /** Comma-separated permissions: a holder of one of them may undo the change. Null means admins only. */
    needs: text(),
  },
  (t) => [
    index('auditlogs_userid').on(t.userid),
    index('auditlogs_action').on(t.action),
    index('auditlogs_entity').on(t.entitytype, t.entityid),
    index('auditlogs_createddate').on(t.createddate),
  ],
);

export type AuditLog = typeof auditlogs.$inferSelect;

/** The journals of audit rows, from which a change is undone. A batch operation has several parts. */
export const auditjournal = sqliteTable(
  'auditjournal',
  {
    auditjournalid: serial(),
    auditlogid: integer()
      .notNull()
      .references(() => auditlogs.auditlogid),
    entries: text().notNull(),
    mark: text(),
    islast: integer().$type<0 | 1>().notNull().default(1),
  },
  (t) => [index('auditjournal_audit').on(t.auditlogid)],
);

/**
 * The running batch operations. The next start rolls back those that a killed process left or whose rollback
 * failed.
 */
export const undertakings = sqliteTable('undertakings', {
  auditlogid: integer()
    .primaryKey()
    .references(() => auditlogs.auditlogid),
  startedat: text().notNull(),
});

/** The stamps of reverted rows: the new one, and the one that their content had first. */
export const auditputback = sqliteTable(
  'auditputback',
  {
    tablename: text().notNull(),
    entityid: integer().notNull(),
    stamp: text().notNull(),
    firststamp: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tablename, t.entityid, t.stamp] })],
);

/** Tasks that the first start after a migration or a restore still has to do. */
export const starttasks = sqliteTable('starttasks', { task: text().primaryKey().notNull() });

/** The folded form of each name that has characters beyond ASCII (`data/name-keys.ts`). */
export const foldednames = sqliteTable(
  'foldednames',
  {
    tablename: text().notNull(),
    columnname: text().notNull(),
    recordid: integer().notNull(),
    folded: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tablename, t.columnname, t.recordid] }),
    index('foldednames_folded').on(t.tablename, t.columnname, t.folded),
  ],
);

/** `queued` waits for its next attempt; `failed` was abandoned and can be retried; the others are final. */
export type DeliveryState = 'queued' | 'sent' | 'failed' | 'discarded';

export const outbox = sqliteTable(
  'outbox',
  {
    outboxid: serial(),
    kind: text().notNull(),
    payload: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    nextattempt: text().notNull(),
    lasterror: text(),
    ...stamps(),
    /** The queue of the delivery: `mail`, or the host of a webhook, because each host has its own queue. */
    destination: text().notNull().default(''),
    /** The subject of a mail, the title of a webhook. */
    title: folded().notNull().default(''),
    /** The addresses of a mail, the host of a webhook. */
    recipient: folded().notNull().default(''),
  },
  (t) => [
    index('outbox_due').on(t.state, t.destination, t.nextattempt),
    index('outbox_created').on(t.createddate, t.outboxid),
    index('outbox_state').on(t.state, t.createddate, t.outboxid),
    index('outbox_next').on(t.nextattempt, t.outboxid),
    index('outbox_title').on(t.title, t.recipient, t.outboxid),
    index('outbox_recipient').on(t.recipient, t.outboxid),
    index('outbox_modified').on(t.modifieddate, t.outboxid),
    index('outbox_kind').on(t.kind, t.createddate, t.outboxid),
  ],
);

/** The last run of each scheduled job. */
export const jobs = sqliteTable('jobs', {
  jobname: text().primaryKey().notNull(),
  lastrun: text(),
  lastresult: text().$type<'ok' | 'failed'>(),
  lasterror: text(),
  lastduration: integer(),
});

/** The stored files. Content without a row is deleted later. */
export const files = sqliteTable(
  'files',
  {
    fileid: serial(),
    area: text().notNull(),
    /** The generated name on disk, which is also its name in addresses. */
    filename: text().notNull(),
    originalname: text().notNull(),
    mediatype: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    width: integer(),
    height: integer(),
    ...created(),
  },
  (t) => [unique().on(t.area, t.filename)],
);

export type StoredFile = Omit<typeof files.$inferSelect, 'fileid' | 'createddate'>;

/** The stored settings. The value of a secret is in `sealed`, encrypted. */
export const settings = sqliteTable(
  'settings',
  {
    settingid: serial(),
    key: text().notNull().unique(),
    value: text(),
    sealed: text(),
    valuetype: text().notNull().default('string'),
    category: text().notNull().default('general'),
    description: text(),
    ...stamps(),
  },
  (t) => [index('settings_category').on(t.category)],
);

export type SettingRecord = typeof settings.$inferSelect;

/** The number of each search kind, from which the IDs of search documents are computed. */
export const searchkinds = sqliteTable('searchkinds', {
  searchkindid: integer().primaryKey(),
  kind: text().notNull().unique(),
});

/** The search documents of records, with their folded words. The word index has its texts from here. */
export const searchdocs = sqliteTable('searchdocs', {
  docid: integer().primaryKey(),
  title: text().notNull(),
  subtitle: text().notNull(),
  body: text().notNull(),
  personal: text().notNull(),
});

export type SearchDoc = typeof searchdocs.$inferSelect;

/** The identifiers of each document, folded. */
export const searchkeys = sqliteTable(
  'searchkeys',
  {
    key: text().notNull(),
    docid: integer()
      .notNull()
      .references(() => searchdocs.docid, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.key, t.docid] }), index('searchkeys_doc').on(t.docid)],
);

/** The fingerprint of the features that the search index was built with. */
export const searchstate = sqliteTable('searchstate', {
  searchstateid: integer().primaryKey(),
  fingerprint: text().notNull(),
});

/** The fields that a search can name. */
export const searchfields = sqliteTable('searchfields', {
  searchfieldid: integer().primaryKey(),
  field: text().notNull().unique(),
});

/** Records whose search document has an old name of a record that they refer to. */
export const searchoutdated = sqliteTable(
  'searchoutdated',
  { kind: integer().notNull(), entityid: integer().notNull() },
  (t) => [primaryKey({ columns: [t.kind, t.entityid] })],
);

/** Names of records that were merged into others, with the ID of the record that each name means now. */
export const mergednames = sqliteTable(
  'mergednames',
  {
    mergednameid: serial(),
    tablename: text().notNull(),
    name: text().notNull(),
    recordid: integer().notNull(),
    ...stamps(),
  },
  (t) => [unique().on(t.tablename, t.name), index('mergednames_record').on(t.tablename, t.recordid)],
);

/** The identity of this appliance, in a single row. */
export const appliance = sqliteTable('appliance', {
  applianceid: text().primaryKey(),
  createddate: text().notNull(),
  /** The time since which deliveries are paused, after a restore; null while they are not paused. */
  heldsince: text(),
});

/** The latest states of revoked, blocked or replaced rows. Triggers write them, and a restore copies them. */
export const lastingstates = sqliteTable(
  'lastingstates',
  {
    /** The ID of the appliance whose row this is. A restore also copies the states of other appliances. */
    applianceid: text().notNull(),
    tablename: text().notNull(),
    /** A JSON array that identifies the row. */
    key: text().notNull(),
    /** A JSON object of the watched columns; null when the row was deleted. */
    state: text(),
  },
  (t) => [primaryKey({ columns: [t.applianceid, t.tablename, t.key] })],
);
