import {
  applications,
  appversions,
  assets,
  operatingsystems,
  protocols,
} from '../../src/features/catalog/tables.ts';
import {
  flag,
  folded,
  foldedName,
  index,
  integer,
  real,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  unique,
  uniqueName,
} from '../../src/kit/data/columns.ts';

export const computertypes = sqliteTable(
  'computertypes',
  {
    computertypeid: serial(),
    computertype: uniqueName().notNull().unique(),
    description: text(),
    isshopfloor: flag(),
    isdisplaykiosk: flag(),
    isactive: flag(1),
    ...stamps(),
    computertypesortkey: sortKey(),
  },
  (t) => [index('computertypes_computertypesort').on(t.computertypesortkey, t.computertypeid)],
);

export const computers = sqliteTable(
  'computers',
  {
    computerid: serial(),
    assetid: integer()
      .notNull()
      .unique()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    computertypeid: integer().references(() => computertypes.computertypeid),
    hostname: uniqueName().unique(),
    osid: integer().references(() => operatingsystems.osid),
    loggedinuser: text(),
    lastreporteddate: text(),
    lastboottime: text(),
    uuid: folded(),
    reported: text(),
    processor: text(),
    memorygb: real(),
    diskgb: real(),
    chassistype: text(),
    biosversion: text(),
    /** Percentage free on the fullest volume of at least 2 GiB; null when unknown. It has no history. */
    diskfree: integer(),
    /** True for a container, which reports the serial number and UUID of its host. */
    iscontainer: flag(),
    /**
     * The host name as reported, with its domain if it has one; `hostname` is the part before the first dot.
     */
    fullhostname: foldedName(),
    /**
     * Values of the last inventory that were converted, cut or left out, as JSON with a count for each field.
     * It has no history.
     */
    ignoredfields: text(),
    /** True when the last report with a `vmsystem` was of a virtual machine. It has no history. */
    isvirtual: flag(),
    hostnamesortkey: sortKey(),
  },
  (t) => [
    index('computers_hostname').on(t.hostnamesortkey, t.computerid),
    index('computers_reported').on(t.lastreporteddate, t.computerid),
    index('computers_type').on(t.computertypeid, t.hostnamesortkey),
    index('computers_os').on(t.osid, t.hostnamesortkey),
    index('computers_fullhostname').on(t.fullhostname),
  ],
);

/** Hardware parts of computers, as agents report them. */
export const computerparts = sqliteTable(
  'computerparts',
  {
    computerpartid: serial(),
    computerid: integer()
      .notNull()
      .references(() => computers.computerid, { onDelete: 'cascade' }),
    kind: text().notNull(),
    partkey: text().notNull(),
    name: text().notNull(),
    manufacturer: text(),
    serialnumber: text(),
    place: text(),
    megabytes: integer(),
    freemegabytes: integer(),
    detail: text(),
    ...stamps(),
  },
  (t) => [unique().on(t.computerid, t.kind, t.partkey)],
);

export const accessmethods = sqliteTable(
  'accessmethods',
  {
    accessmethodid: serial(),
    computerid: integer()
      .notNull()
      .references(() => computers.computerid, { onDelete: 'cascade' }),
    protocolid: integer()
      .notNull()
      .references(() => protocols.protocolid),
    portoverride: integer(),
  },
  (t) => [unique().on(t.computerid, t.protocolid), index('accessmethods_protocol').on(t.protocolid)],
);

export const installedapps = sqliteTable(
  'installedapps',
  {
    installedappid: serial(),
    computerid: integer()
      .notNull()
      .references(() => computers.computerid, { onDelete: 'cascade' }),
    appid: integer()
      .notNull()
      .references(() => applications.appid, { onDelete: 'cascade' }),
    appversionid: integer().references(() => appversions.appversionid, { onDelete: 'set null' }),
    source: text().notNull().default('manual'),
    isactive: flag(1),
    otherversions: text(),
    installdate: text(),
    publisher: text(),
    ...stamps(),
  },
  (t) => [
    unique().on(t.computerid, t.appid),
    index('installedapps_app').on(t.appid, t.isactive, t.appversionid, t.computerid),
    index('installedapps_version').on(t.appversionid),
  ],
);

/** Additions of a reporting PC to the shared lists, by hour. */
export const pcadditions = sqliteTable(
  'pcadditions',
  {
    pcadditionid: serial(),
    computerid: integer()
      .notNull()
      .references(() => computers.computerid, { onDelete: 'cascade' }),
    kind: text().notNull(),
    hour: text().notNull(),
    added: integer().notNull(),
  },
  (t) => [unique().on(t.computerid, t.kind, t.hour)],
);

/**
 * Programs of a PC that, or whose version, the shared list does not contain, because the PC reached its limit
 * of additions.
 */
export const unlistedapps = sqliteTable(
  'unlistedapps',
  {
    unlistedappid: serial(),
    computerid: integer()
      .notNull()
      .references(() => computers.computerid, { onDelete: 'cascade' }),
    appname: folded().notNull(),
    version: text(),
    otherversions: text(),
    installdate: text(),
    publisher: text(),
    ...stamps(),
  },
  (t) => [unique().on(t.computerid, t.appname)],
);

/**
 * Host names and MAC addresses that a record had, or that another computer or device reported into it.
 * Reports are matched with records by them.
 */
export const identitymarks = sqliteTable(
  'identitymarks',
  {
    identitymarkid: serial(),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    kind: text().notNull().$type<'mac' | 'hostname'>(),
    value: folded().notNull(),
    owner: text().notNull().$type<'former' | 'idle' | 'weak' | 'other'>(),
  },
  (t) => [unique().on(t.assetid, t.kind, t.value)],
);

/** Host names that a MAC address has reported with. */
export const macnames = sqliteTable(
  'macnames',
  {
    macnameid: serial(),
    mac: text().notNull(),
    hostname: folded().notNull(),
  },
  (t) => [unique().on(t.mac, t.hostname)],
);

/** Folded name that a device reported last. A user may have entered another name for its asset. */
export const devicenames = sqliteTable(
  'devicenames',
  {
    assetid: integer()
      .primaryKey()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    name: folded().notNull(),
  },
  (t) => [index('devicenames_name').on(t.name)],
);
