import { and, count, desc, eq, gte, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { isActiveAssetOf } from '../../../src/features/catalog/index.ts';
import { assets, assettypes, communications, locations } from '../../../src/features/catalog/tables.ts';
import { build, command, excluded, isSet, type Params, query } from '../../../src/kit/data/query.ts';
import { addresskeys, subnets } from '../tables.ts';

export const subnetById = query((params: Params<{ subnetid: number }>) =>
  build.select().from(subnets).where(eq(subnets.subnetid, params.subnetid)),
);

/** Any subnet. There is none while the feature is unused. */
export const existingSubnet = query(() =>
  build.select({ subnetid: subnets.subnetid }).from(subnets).limit(1),
);

/**
 * The last subnet of a VLAN that begins at or before a key. The subnets of a VLAN do not overlap, so no
 * earlier one can contain the key.
 */
export const lastSubnetBefore = query(
  (params: Params<{ vlan: number | null; key: string; except: number }>) =>
    build
      .select({
        subnetid: subnets.subnetid,
        cidr: subnets.cidr,
        name: subnets.name,
        lastkey: subnets.lastkey,
      })
      .from(subnets)
      .where(
        and(
          sql`${subnets.vlan} IS ${params.vlan}`,
          lte(subnets.firstkey, params.key),
          ne(subnets.subnetid, params.except),
        ),
      )
      .orderBy(desc(subnets.firstkey))
      .limit(1),
);

/** Stores the first and the last address of a subnet as sortable keys. */
export const setRange = command((params: Params<{ subnetid: number; firstkey: string; lastkey: string }>) =>
  build
    .update(subnets)
    .set({ firstkey: sql`${params.firstkey}`, lastkey: sql`${params.lastkey}` })
    .where(eq(subnets.subnetid, params.subnetid)),
);

/** Stores the sortable key of an address. */
export const saveKey = command(
  (params: Params<{ communicationid: number; address: string; addresskey: string }>) =>
    build
      .insert(addresskeys)
      .values({
        communicationid: params.communicationid,
        address: params.address,
        addresskey: params.addresskey,
      })
      .onConflictDoUpdate({
        target: [addresskeys.communicationid],
        set: { address: excluded(addresskeys.address), addresskey: excluded(addresskeys.addresskey) },
      }),
);

export const deleteKey = command((params: Params<{ communicationid: number }>) =>
  build.delete(addresskeys).where(eq(addresskeys.communicationid, params.communicationid)),
);

/**
 * Selects the narrowest subnet that contains the address of a row. Prefers its current subnet if that
 * contains it.
 */
const SUBNET_OF_ADDRESS = sql`(SELECT s.subnetid FROM ${subnets} s, ${addresskeys} k
  WHERE k.communicationid = ${communications.communicationid} AND s.firstkey <= k.addresskey AND s.lastkey >= k.addresskey
  ORDER BY s.subnetid IS NOT ${communications.subnetid}, s.firstkey DESC, s.lastkey, s.subnetid LIMIT 1)`;

/** Assigns the rows of a JSON list of IDs to their subnets. */
export const assignAddresses = command((params: Params<{ ids: string }>) =>
  build
    .update(communications)
    .set({ subnetid: SUBNET_OF_ADDRESS })
    .where(sql`${communications.communicationid} IN (SELECT value FROM json_each(${params.ids}))`),
);

/** Assigns all addresses of a range to their subnets. */
export const assignRange = command((params: Params<{ first: string; last: string }>) =>
  build
    .update(communications)
    .set({ subnetid: SUBNET_OF_ADDRESS })
    .where(
      sql`${communications.communicationid} IN (SELECT communicationid FROM ${addresskeys} WHERE addresskey >= ${params.first} AND addresskey <= ${params.last})`,
    ),
);

/** IP addresses without a current key, which were written while the plugin was disabled. */
export const addressesWithoutKey = query(() =>
  build
    .select({ communicationid: communications.communicationid, address: communications.address })
    .from(communications)
    .leftJoin(addresskeys, eq(addresskeys.communicationid, communications.communicationid))
    .where(
      and(
        eq(communications.commtype, 'ip'),
        or(isNull(addresskeys.communicationid), ne(addresskeys.address, communications.address)),
      ),
    ),
);

/** Deletes the keys of addresses that no longer exist. */
export const deleteOrphanKeys = command(() =>
  build
    .delete(addresskeys)
    .where(
      sql`NOT EXISTS (SELECT 1 FROM ${communications} c WHERE c.communicationid = ${addresskeys.communicationid} AND c.commtype = 'ip')`,
    ),
);

/** Matches the addresses that are assigned to a subnet and within its range. */
const isInSubnet = (params: Params<{ subnetid: number; first: string; last: string }>) =>
  and(
    gte(addresskeys.addresskey, params.first),
    lte(addresskeys.addresskey, params.last),
    eq(communications.subnetid, params.subnetid),
  );

/** The distinct keys of the used addresses of a subnet, in ascending order. */
export const usedKeys = query((params: Params<{ subnetid: number; first: string; last: string }>) =>
  build
    .selectDistinct({ addresskey: addresskeys.addresskey })
    .from(addresskeys)
    .innerJoin(communications, eq(communications.communicationid, addresskeys.communicationid))
    .where(isInSubnet(params))
    .orderBy(addresskeys.addresskey),
);

/**
 * The used addresses of a subnet with their assets, in ascending order. An address on two assets has two
 * rows.
 */
export const usedRows = query(
  (params: Params<{ subnetid: number; first: string; last: string; most: number; offset: number }>) =>
    build
      .select({
        address: communications.address,
        addresskey: addresskeys.addresskey,
        communicationid: communications.communicationid,
        isprimary: communications.isprimary,
        assetid: assets.assetid,
        assetnumber: assets.assetnumber,
        name: assets.name,
        assettype: assettypes.assettype,
        icon: assettypes.icon,
        isactive: assets.isactive,
      })
      .from(addresskeys)
      .innerJoin(communications, eq(communications.communicationid, addresskeys.communicationid))
      .innerJoin(assets, eq(assets.assetid, communications.assetid))
      .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
      .where(isInSubnet(params))
      .orderBy(addresskeys.addresskey, addresskeys.communicationid)
      .limit(params.most)
      .offset(params.offset),
);

/** Counts the rows that `usedRows` returns without a limit. */
export const usedCount = query((params: Params<{ subnetid: number; first: string; last: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(addresskeys)
    .innerJoin(communications, eq(communications.communicationid, addresskeys.communicationid))
    .where(isInSubnet(params)),
);

/** Addresses that more than one active asset has in one subnet. */
const selectConflicts = () =>
  build
    .select({
      addresskey: addresskeys.addresskey,
      subnetid: communications.subnetid,
      holders: sql<number>`count(DISTINCT ${communications.assetid})`.as('holders'),
    })
    .from(addresskeys)
    .innerJoin(communications, eq(communications.communicationid, addresskeys.communicationid))
    .innerJoin(assets, isActiveAssetOf(communications.assetid))
    .where(
      sql`${communications.subnetid} IS NOT NULL AND ${addresskeys.addresskey} IN (SELECT addresskey FROM ${addresskeys} GROUP BY addresskey HAVING count(*) > 1)`,
    )
    .groupBy(addresskeys.addresskey, communications.subnetid)
    .having(sql`count(DISTINCT ${communications.assetid}) > 1`);

const otherkeys = alias(addresskeys, 'otherkeys');
const others = alias(communications, 'others');
const holders = alias(assets, 'holders');

/** The active assets of a JSON list that share an address with another one in the same subnet. */
export const clashesAmong = query((params: Params<{ ids: string }>) =>
  build
    .selectDistinct({ assetid: communications.assetid })
    .from(communications)
    .innerJoin(assets, isActiveAssetOf(communications.assetid))
    .innerJoin(addresskeys, eq(addresskeys.communicationid, communications.communicationid))
    .innerJoin(otherkeys, eq(otherkeys.addresskey, addresskeys.addresskey))
    .innerJoin(
      others,
      and(
        eq(others.communicationid, otherkeys.communicationid),
        eq(others.subnetid, communications.subnetid),
        ne(others.assetid, communications.assetid),
      ),
    )
    .innerJoin(holders, and(eq(holders.assetid, others.assetid), isSet(holders.isactive)))
    .where(sql`${communications.assetid} IN (SELECT value FROM json_each(${params.ids}))`),
);

export const conflictCount = query(() =>
  build.select({ n: count().as('n') }).from(selectConflicts().as('clashes')),
);

/** The active assets that share an address with another active asset in the same subnet. */
export const conflictRows = query(() => {
  const clash = selectConflicts().as('clash');
  return build
    .select({
      address: communications.address,
      cidr: subnets.cidr,
      vlan: subnets.vlan,
      assetnumber: assets.assetnumber,
      name: assets.name,
      location: locations.location,
    })
    .from(clash)
    .innerJoin(addresskeys, eq(addresskeys.addresskey, clash.addresskey))
    .innerJoin(
      communications,
      and(
        eq(communications.communicationid, addresskeys.communicationid),
        eq(communications.subnetid, clash.subnetid),
      ),
    )
    .innerJoin(subnets, eq(subnets.subnetid, communications.subnetid))
    .innerJoin(assets, isActiveAssetOf(communications.assetid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .orderBy(addresskeys.addresskey, assets.assetid);
});

/** All subnets with the number of their addresses that assets use. */
export const occupancy = query(() =>
  build
    .select({
      cidr: subnets.cidr,
      vlan: subnets.vlan,
      name: subnets.name,
      location: locations.location,
      used: sql<number>`(SELECT count(DISTINCT k.addresskey) FROM ${addresskeys} k JOIN ${communications} c ON c.communicationid = k.communicationid
        WHERE k.addresskey >= ${subnets.firstkey} AND k.addresskey <= ${subnets.lastkey} AND c.subnetid = ${subnets.subnetid})`.as(
        'used',
      ),
    })
    .from(subnets)
    .leftJoin(locations, eq(locations.locationid, subnets.locationid))
    .orderBy(subnets.firstkey, subnets.subnetid),
);
