import { and, desc, eq, or, sql } from 'drizzle-orm';
import { isActiveAsset } from '../../../src/features/catalog/index.ts';
import { assets, assettypes, communications, models, vendors } from '../../../src/features/catalog/tables.ts';
import { build, command, isSet, type Params, query, type RowOf } from '../../../src/kit/data/query.ts';
import { isNamed, isNamedBetween, orderExactFirst } from '../../../src/kit/data/same-name.ts';
import { computers, macnames } from '../tables.ts';

const selectComputers = () =>
  build
    .select({
      computerid: computers.computerid,
      assetid: computers.assetid,
      hostname: computers.hostname,
      uuid: computers.uuid,
      lastboottime: computers.lastboottime,
      reported: computers.reported,
      name: assets.name,
      serialnumber: assets.serialnumber,
      assetnumber: assets.assetnumber,
      isactive: assets.isactive,
      iscontainer: computers.iscontainer,
      isvirtual: computers.isvirtual,
      fullhostname: computers.fullhostname,
      lastreporteddate: computers.lastreporteddate,
    })
    .from(computers)
    .innerJoin(assets, eq(assets.assetid, computers.assetid));

/** Order: active records first, then the oldest. */
const inOrder = () => [desc(assets.isactive), computers.computerid];

/** Maximum computers read for one name. Two are enough to see that it is ambiguous; the error lists a few. */
const MAX_OF_NAME = 10;

/** The computer with this host name, in any letter case. */
export const computerOfName = query((params: Params<{ hostname: string }>) =>
  selectComputers()
    .where(isNamed(computers.hostname, params.hostname))
    .orderBy(orderExactFirst(computers.hostname, params.hostname))
    .limit(1),
);

export type ComputerRow = RowOf<typeof computerOfName>;

/** Computers with this full host name, active ones first. */
export const computersOfFullName = query((params: Params<{ fullhostname: string }>) =>
  selectComputers()
    .where(isNamed(computers.fullhostname, params.fullhostname))
    .orderBy(...inOrder())
    .limit(MAX_OF_NAME),
);

/** Containers with this full host name, which a machine may have too. */
export const containersByName = query((params: Params<{ fullhostname: string }>) =>
  selectComputers()
    .where(and(isNamed(computers.fullhostname, params.fullhostname), isSet(computers.iscontainer)))
    .orderBy(...inOrder())
    .limit(MAX_OF_NAME),
);

/**
 * Active computers whose full host name is in a range, so that they share one short name. The name was
 * reported or entered by a user.
 */
export const computersOfDomain = query((params: Params<{ from: string; to: string }>) =>
  selectComputers()
    .where(
      and(
        or(
          isNamedBetween(computers.fullhostname, params.from, params.to),
          isNamedBetween(computers.hostname, params.from, params.to),
        ),
        isActiveAsset,
      ),
    )
    .limit(MAX_OF_NAME),
);

export const computerOfAsset = query((params: Params<{ assetid: number }>) =>
  selectComputers().where(eq(computers.assetid, params.assetid)),
);

/** The manufacturer and model in the record of an asset. */
export const makeOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ vendor: vendors.vendor, modelnumber: models.modelnumber })
    .from(assets)
    .leftJoin(vendors, eq(vendors.vendorid, assets.vendorid))
    .leftJoin(models, eq(models.modelnumberid, assets.modelnumberid))
    .where(eq(assets.assetid, params.assetid)),
);

/** Computers with a serial number, active ones first. */
export const computersOfSerial = query((params: Params<{ serialnumber: string }>) =>
  selectComputers()
    .where(isNamed(assets.serialnumber, params.serialnumber))
    .orderBy(...inOrder()),
);

/** Computers with a UUID, active ones first. */
export const computersOfUuid = query((params: Params<{ uuid: string }>) =>
  selectComputers()
    .where(eq(computers.uuid, params.uuid))
    .orderBy(...inOrder()),
);

const hasMacOf = (macs: unknown) =>
  sql`${assets.assetid} IN (SELECT ${communications.assetid} FROM ${communications} WHERE ${communications.commtype} = 'mac' AND ${communications.address} IN (SELECT value FROM json_each(${macs})))`;

/** MAC addresses of a JSON list that more than `most` assets have. */
export const commonMacs = query((params: Params<{ macs: string; most: number }>) =>
  build
    .select({ mac: sql<string>`value`.as('mac') })
    .from(sql`json_each(${params.macs})`)
    .where(
      sql`(SELECT 1 FROM ${communications} WHERE ${communications.address} = value AND ${communications.commtype} = 'mac' LIMIT 1 OFFSET ${params.most}) IS NOT NULL`,
    ),
);

/** Computers with a UUID, at most `most`. That many show that the UUID identifies none of them. */
export const holdersOfUuid = query((params: Params<{ uuid: string; most: number }>) =>
  build
    .select({ computerid: computers.computerid })
    .from(computers)
    .where(eq(computers.uuid, params.uuid))
    .limit(params.most),
);

/** Computers with a serial number, at most `most`. */
export const holdersOfSerial = query((params: Params<{ serialnumber: string; most: number }>) =>
  build
    .select({ computerid: computers.computerid })
    .from(assets)
    .innerJoin(computers, eq(computers.assetid, assets.assetid))
    .where(isNamed(assets.serialnumber, params.serialnumber))
    .limit(params.most),
);

/** Computers with one of the MAC addresses in a JSON list. */
export const computersOfMac = query((params: Params<{ macs: string }>) =>
  selectComputers()
    .where(hasMacOf(params.macs))
    .orderBy(...inOrder()),
);

/**
 * Active computers that a user entered with this name or asset number and that have not reported yet, at most
 * two. Two show that the name is ambiguous.
 */
export const computersByHand = query((params: Params<{ name: string }>) =>
  selectComputers()
    .where(
      and(
        // Uses one index for the number and one for the name. The plus keeps SQLite from reading all records
        // without a host name.
        sql`${assets.assetid} IN (SELECT ${assets.assetid} FROM ${assets} WHERE ${isNamed(assets.assetnumber, params.name)} UNION ALL SELECT ${assets.assetid} FROM ${assets} WHERE ${isNamed(assets.name, params.name, sql`${assets.isactive} = 1`)})`,
        isActiveAsset,
        sql`+${computers.hostname} IS NULL`,
        sql`+${computers.lastreporteddate} IS NULL`,
      ),
    )
    .limit(2),
);

/** Assets of the type `Other`, such as those that a scan found before their type was known. */
const selectUnknownAssets = () =>
  build
    .select({ assetid: assets.assetid })
    .from(assets)
    .innerJoin(
      assettypes,
      // The plus keeps SQLite from reading all assets of the type, or all active ones.
      and(sql`${assettypes.assettypeid} = +${assets.assettypeid}`, eq(assettypes.assettype, 'Other')),
    );

/** Active assets of unknown type with this serial number, at most two. */
export const otherAssetsOfSerial = query((params: Params<{ serialnumber: string }>) =>
  selectUnknownAssets()
    .where(and(isNamed(assets.serialnumber, params.serialnumber), isActiveAsset))
    .limit(2),
);

/** Active assets of unknown type with one of the MAC addresses and no serial number, at most two. */
export const otherAssetsOfMac = query((params: Params<{ macs: string }>) =>
  selectUnknownAssets()
    .where(and(hasMacOf(params.macs), sql`+${assets.serialnumber} IS NULL`, isActiveAsset))
    .limit(2),
);

/** MAC addresses of a JSON list that have reported with at least `least` host names. */
export const macsOfManyNames = query((params: Params<{ macs: string; least: number }>) =>
  build
    .select({ mac: macnames.mac })
    .from(macnames)
    .where(sql`${macnames.mac} IN (SELECT value FROM json_each(${params.macs}))`)
    .groupBy(macnames.mac)
    .having(sql`count(*) >= ${params.least}`),
);

/**
 * Records a host name for each MAC address of a JSON list in one statement, because a switch reports
 * thousands.
 */
export const recordMacNames = command((params: Params<{ macs: string; hostname: string }>) =>
  build
    .insert(macnames)
    .select(sql`SELECT NULL, value, ${params.hostname} FROM json_each(${params.macs}) WHERE true`)
    .onConflictDoNothing(),
);
