import {
  flag,
  folded,
  foldedName,
  index,
  integer,
  primaryKey,
  real,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  unique,
  uniqueName,
} from '../../kit/data/columns.ts';
import {
  assetstatuses,
  assettypes,
  businessunits,
  locations,
  maplevels,
  models,
  vendors,
} from './reference-tables.ts';

export const assets = sqliteTable(
  'assets',
  {
    assetid: serial(),
    assetnumber: uniqueName().notNull().unique(),
    assettypeid: integer()
      .notNull()
      .references(() => assettypes.assettypeid),
    name: foldedName(),
    serialnumber: foldedName(),
    statusid: integer()
      .notNull()
      .default(1)
      .references(() => assetstatuses.statusid),
    locationid: integer().references(() => locations.locationid),
    businessunitid: integer().references(() => businessunits.businessunitid),
    vendorid: integer().references(() => vendors.vendorid),
    modelnumberid: integer().references(() => models.modelnumberid),
    mapx: real(),
    mapy: real(),
    levelid: integer().references(() => maplevels.levelid),
    mapverifiedat: text(),
    notes: text(),
    gaugelabreference: text(),
    maintenancereference: text(),
    isactive: flag(1),
    ...stamps(),
    assetnumbersortkey: sortKey(),
    namesortkey: sortKey(),
    supplierid: integer().references(() => vendors.vendorid),
    ordernumber: folded(),
    purchasedate: text(),
    purchasecost: real(),
    eoldate: text(),
  },
  (t) => [
    index('assets_number').on(t.isactive, t.assetnumbersortkey, t.assetid),
    index('assets_name').on(t.isactive, t.name, t.assetid),
    index('assets_created').on(t.isactive, t.createddate, t.assetid, t.assettypeid),
    index('assets_modified').on(t.isactive, t.modifieddate, t.assetid, t.assettypeid),
    index('assets_type').on(
      t.assettypeid,
      t.isactive,
      t.assetnumbersortkey,
      t.assetid,
      t.statusid,
      t.locationid,
      t.businessunitid,
      t.vendorid,
      t.modelnumberid,
    ),
    index('assets_status').on(
      t.statusid,
      t.isactive,
      t.assetnumbersortkey,
      t.assetid,
      t.assettypeid,
      t.locationid,
      t.businessunitid,
      t.vendorid,
      t.modelnumberid,
    ),
    index('assets_purchased').on(t.isactive, t.purchasedate, t.assetid, t.assettypeid),
    index('assets_cost').on(t.isactive, t.purchasecost, t.assetid, t.assettypeid),
    index('assets_endoflife').on(t.isactive, t.eoldate, t.assetid, t.assettypeid),
    index('assets_namesort').on(t.isactive, t.namesortkey, t.assetid),
  ],
);

/** Number of active assets of each type and status. Triggers maintain it. */
export const assettallies = sqliteTable(
  'assettallies',
  {
    assettypeid: integer()
      .notNull()
      .references(() => assettypes.assettypeid, { onDelete: 'cascade' }),
    statusid: integer()
      .notNull()
      .references(() => assetstatuses.statusid, { onDelete: 'cascade' }),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.assettypeid, t.statusid] }), index('assettallies_status').on(t.statusid)],
);
export type Asset = typeof assets.$inferSelect;

export const assethistory = sqliteTable(
  'assethistory',
  {
    historyid: serial(),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    action: text().notNull(),
    field: text().notNull(),
    old: text(),
    new: text(),
    userid: integer(),
    username: text().notNull(),
    actorkind: text().notNull(),
    createddate: text().notNull(),
    auditlogid: integer(),
    tablename: text(),
    /** The ID of the changed row; null in changes that older versions recorded. */
    recordid: integer(),
    /**
     * The row before the change as JSON, `null` when it did not belong to the asset. Contains the changed
     * columns, or all when the row left the asset. Empty when the other columns contain it.
     */
    previous: text(),
  },
  (t) => [index('assethistory_asset').on(t.assetid, t.historyid)],
);

export type AssetChange = typeof assethistory.$inferSelect;

export type CommType = 'ip' | 'mac' | 'serial';

export const communications = sqliteTable(
  'communications',
  {
    communicationid: serial(),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    commtype: text().$type<CommType>().notNull(),
    address: folded().notNull(),
    isprimary: flag(),
    subnetid: integer(),
    notes: text(),
    ...stamps(),
  },
  (t) => [
    index('communications_asset').on(t.assetid, t.commtype, t.isprimary, t.address),
    index('communications_address').on(t.address),
  ],
);

export type CommunicationRow = typeof communications.$inferSelect;

export const relationshiptypes = sqliteTable(
  'relationshiptypes',
  {
    relationshiptypeid: serial(),
    relationshiptype: uniqueName().notNull().unique(),
    description: text(),
    color: text(),
    isdirectional: flag(1),
    issingular: flag(),
    ...stamps(),
    relationshiptypesortkey: sortKey(),
  },
  (t) => [
    index('relationshiptypes_relationshiptypesort').on(t.relationshiptypesortkey, t.relationshiptypeid),
  ],
);

export type RelationshipType = typeof relationshiptypes.$inferSelect;

export const relationshippropagations = sqliteTable(
  'relationshippropagations',
  {
    propagationid: serial(),
    relationshiptypeid: integer()
      .notNull()
      .references(() => relationshiptypes.relationshiptypeid, { onDelete: 'cascade' }),
    throughtypeid: integer()
      .notNull()
      .references(() => relationshiptypes.relationshiptypeid, { onDelete: 'cascade' }),
  },
  (t) => [unique().on(t.relationshiptypeid, t.throughtypeid)],
);

export const relationships = sqliteTable(
  'relationships',
  {
    relationshipid: serial(),
    sourceassetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    targetassetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    relationshiptypeid: integer()
      .notNull()
      .references(() => relationshiptypes.relationshiptypeid),
    notes: text(),
    ...stamps(),
  },
  (t) => [
    unique().on(t.sourceassetid, t.relationshiptypeid, t.targetassetid),
    index('relationships_target').on(t.targetassetid, t.relationshiptypeid),
    index('relationships_type').on(t.relationshiptypeid),
  ],
);

/** Pairs of records that may be the same asset. `same` is null until a user decides. */
export const assetcollisions = sqliteTable(
  'assetcollisions',
  {
    collisionid: serial(),
    olderassetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    newerassetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    reason: text().notNull(),
    same: integer().$type<0 | 1>(),
    ...stamps(),
  },
  (t) => [unique().on(t.olderassetid, t.newerassetid), index('assetcollisions_newer').on(t.newerassetid)],
);
