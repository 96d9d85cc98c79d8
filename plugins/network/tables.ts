import { assets, locations } from '../../src/features/catalog/tables.ts';
import {
  extending,
  flag,
  folded,
  foldedName,
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

export const networkdevicetypes = sqliteTable(
  'networkdevicetypes',
  {
    networkdevicetypeid: serial(),
    networkdevicetype: uniqueName().notNull().unique(),
    description: text(),
    icon: text(),
    color: text(),
    isactive: flag(1),
    ...stamps(),
    networkdevicetypesortkey: sortKey(),
  },
  (t) => [
    index('networkdevicetypes_created').on(t.createddate, t.networkdevicetypeid),
    index('networkdevicetypes_modified').on(t.modifieddate, t.networkdevicetypeid),
    index('networkdevicetypes_networkdevicetypesort').on(t.networkdevicetypesortkey, t.networkdevicetypeid),
  ],
);

export const networkdevices = sqliteTable(
  'networkdevices',
  {
    networkdeviceid: serial(),
    assetid: extending(() => assets.assetid),
    networkdevicetypeid: integer().references(() => networkdevicetypes.networkdevicetypeid),
    hostname: foldedName(),
    firmwareversion: text(),
    portcount: integer(),
    ispoe: flag(),
    ismanaged: flag(),
    toldlocation: text(),
    hostnamesortkey: sortKey(),
    firmwareversionsortkey: sortKey(),
  },
  (t) => [
    index('networkdevices_type').on(t.networkdevicetypeid, t.networkdeviceid),
    index('networkdevices_hostname').on(t.hostname, t.networkdeviceid),
    index('networkdevices_firmware').on(t.firmwareversion, t.networkdeviceid),
    index('networkdevices_ports').on(t.portcount, t.networkdeviceid),
    index('networkdevices_managed').on(t.ismanaged, t.networkdeviceid),
    index('networkdevices_poe').on(t.ispoe, t.networkdeviceid),
    index('networkdevices_hostnamesort').on(t.hostnamesortkey, t.networkdeviceid),
    index('networkdevices_firmwaresort').on(t.firmwareversionsortkey, t.networkdeviceid),
  ],
);

const ofDevice = () =>
  integer()
    .notNull()
    .references(() => networkdevices.networkdeviceid, { onDelete: 'cascade' });

export const networkports = sqliteTable(
  'networkports',
  {
    portid: serial(),
    networkdeviceid: ofDevice(),
    number: integer().notNull(),
    name: text().notNull(),
    alias: text(),
    description: text(),
    type: integer(),
    isenabled: integer().$type<0 | 1>(),
    state: text(),
    speed: integer(),
    duplex: text(),
    mac: text(),
    istrunk: integer().$type<0 | 1>(),
    vlans: text().notNull(),
    peercount: integer().notNull(),
    digest: text().notNull(),
  },
  (t) => [unique().on(t.networkdeviceid, t.number)],
);

export const networkpeers = sqliteTable(
  'networkpeers',
  {
    peerid: serial(),
    portid: integer()
      .notNull()
      .references(() => networkports.portid, { onDelete: 'cascade' }),
    mac: folded(),
    ipaddress: folded(),
    name: folded(),
    model: text(),
    port: text(),
  },
  (t) => [index('networkpeers_port').on(t.portid)],
);

export const stackmembers = sqliteTable(
  'stackmembers',
  {
    stackmemberid: serial(),
    networkdeviceid: ofDevice(),
    serialnumber: folded().notNull(),
    model: text(),
    name: text(),
    firmware: text(),
  },
  (t) => [unique().on(t.networkdeviceid, t.serialnumber)],
);

export const subnets = sqliteTable(
  'subnets',
  {
    subnetid: serial(),
    cidr: text().notNull(),
    vlan: integer(),
    name: folded(),
    gateway: text(),
    locationid: integer().references(() => locations.locationid),
    description: text(),
    firstkey: text().notNull().default(''),
    lastkey: text().notNull().default(''),
    ...stamps(),
    namesortkey: sortKey(),
  },
  (t) => [
    index('subnets_range').on(t.firstkey, t.subnetid, t.lastkey),
    index('subnets_vlan').on(t.vlan, t.firstkey, t.subnetid, t.lastkey),
    index('subnets_cidr').on(t.cidr, t.subnetid),
    index('subnets_name').on(t.name, t.subnetid),
    index('subnets_location').on(t.locationid, t.subnetid),
    index('subnets_created').on(t.createddate, t.subnetid),
    index('subnets_modified').on(t.modifieddate, t.subnetid),
    index('subnets_namesort').on(t.namesortkey, t.subnetid),
  ],
);

export const addresskeys = sqliteTable(
  'addresskeys',
  {
    communicationid: integer().primaryKey(),
    address: text().notNull(),
    addresskey: text().notNull(),
  },
  (t) => [index('addresskeys_key').on(t.addresskey, t.communicationid)],
);
