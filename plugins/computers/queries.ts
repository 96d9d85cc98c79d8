import { and, count, desc, eq, gte, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isActiveAssetOf, isInUse } from '../../src/features/catalog/index.ts';
import {
  applications,
  appversions,
  assets,
  communications,
  locations,
  operatingsystems,
  protocols,
} from '../../src/features/catalog/tables.ts';
import { build, command, isSet, type Params, query } from '../../src/kit/data/query.ts';
import type { DueParams } from '../../src/kit/due-source.ts';
import { isWithinPlace, type PlaceFilter } from '../../src/kit/resource/place-filter.ts';
import { accessmethods, computers, computertypes, installedapps } from './tables.ts';

/** The ID of a computer, if it exists. */
export const existingComputer = query((params: Params<{ computerid: number }>) =>
  build
    .select({ computerid: computers.computerid })
    .from(computers)
    .where(eq(computers.computerid, params.computerid)),
);

/** Number of computers in use that have reported before, but not since a day. */
export const silentComputers = query((params: Params<{ day: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(computers)
    // CROSS JOIN keeps SQLite from reading all active assets first.
    .crossJoin(assets)
    .where(and(lt(computers.lastreporteddate, params.day), eq(assets.assetid, computers.assetid), isInUse)),
);

/** Number of computers in use with a disk that has at most this percentage free. */
export const fullDisks = query((params: Params<{ percent: number }>) =>
  build
    .select({ n: count().as('n') })
    .from(computers)
    .crossJoin(assets)
    .where(and(lte(computers.diskfree, params.percent), eq(assets.assetid, computers.assetid), isInUse)),
);

/** Number of computers in use whose operating system is out of support. */
export const outOfSupport = query((params: Params<{ today: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(operatingsystems)
    .innerJoin(computers, eq(computers.osid, operatingsystems.osid))
    .crossJoin(assets)
    .where(
      and(lt(operatingsystems.endofsupport, params.today), eq(assets.assetid, computers.assetid), isInUse),
    ),
);

/** Stores the time of the last report of a computer. */
export const stampReport = command((params: Params<{ computerid: number; at: string }>) =>
  build
    .update(computers)
    .set({ lastreporteddate: params.at })
    .where(eq(computers.computerid, params.computerid)),
);

/** Computer types for display kiosks. */
export const displayTypes = query(() =>
  build
    .select({ computertypeid: computertypes.computertypeid })
    .from(computertypes)
    .where(isSet(computertypes.isdisplaykiosk)),
);

const ofActiveAsset = () => isActiveAssetOf(computers.assetid);

/** Number of active computers. */
export const activeComputers = query(() =>
  build
    .select({ n: count().as('n') })
    .from(computers)
    .innerJoin(assets, ofActiveAsset()),
);

/** Number of active computers of a type for the shop floor. */
export const activeOnShopfloor = query(() =>
  build
    .select({ n: count().as('n') })
    .from(computers)
    .innerJoin(assets, ofActiveAsset())
    .innerJoin(computertypes, eq(computertypes.computertypeid, computers.computertypeid))
    .where(isSet(computertypes.isshopfloor)),
);

const countColumn = () => count().as('count');

/** Number of active computers of each type, the largest first. */
export const activeComputersByType = query(() =>
  build
    .select({
      computertypeid: computers.computertypeid,
      computertype: computertypes.computertype,
      count: countColumn(),
    })
    .from(computers)
    .innerJoin(assets, ofActiveAsset())
    .leftJoin(computertypes, eq(computertypes.computertypeid, computers.computertypeid))
    .groupBy(computers.computertypeid)
    .orderBy(desc(countColumn())),
);

/** Number of active computers with each operating system, the largest first. */
export const activeByOs = query(() =>
  build
    .select({
      osid: computers.osid,
      osname: operatingsystems.osname,
      osversion: operatingsystems.osversion,
      count: countColumn(),
    })
    .from(computers)
    .innerJoin(assets, ofActiveAsset())
    .leftJoin(operatingsystems, eq(operatingsystems.osid, computers.osid))
    .groupBy(computers.osid)
    .orderBy(desc(countColumn())),
);

/** Number of retired computers that have reported since their record last changed. */
export const retiredComputersStillReporting = query(() =>
  build
    .select({ n: count().as('n') })
    .from(computers)
    .innerJoin(assets, eq(assets.assetid, computers.assetid))
    .where(and(eq(assets.isactive, 0), gte(computers.lastreporteddate, assets.modifieddate))),
);

/** SQL condition for an ID in a JSON list. */
const isAmong = (column: SQLiteColumn, ids: unknown) =>
  sql`${column} IN (SELECT value FROM json_each(${ids}))`;

/** Asset IDs of the computers in a JSON list. */
export const assetOfComputers = query((params: Params<{ ids: string }>) =>
  build
    .select({ computerid: computers.computerid, assetid: computers.assetid })
    .from(computers)
    .where(isAmong(computers.computerid, params.ids)),
);

/** Time of the last report for the assets in a JSON list. */
export const reportsOfAssets = query((params: Params<{ ids: string }>) =>
  build
    .select({ assetid: computers.assetid, lastreporteddate: computers.lastreporteddate })
    .from(computers)
    .where(isAmong(computers.assetid, params.ids)),
);

/** Remote access methods of computers, with the parts of their links. */
export const linksOfComputers = query((params: Params<{ ids: string }>) =>
  build
    .select({
      computerid: accessmethods.computerid,
      protocolid: accessmethods.protocolid,
      protocol: protocols.protocol,
      portoverride: accessmethods.portoverride,
      defaultport: protocols.defaultport,
      urltemplate: protocols.urltemplate,
      hostname: computers.hostname,
      address: communications.address,
    })
    .from(accessmethods)
    .innerJoin(protocols, eq(protocols.protocolid, accessmethods.protocolid))
    .innerJoin(computers, eq(computers.computerid, accessmethods.computerid))
    .leftJoin(
      communications,
      and(
        eq(communications.assetid, computers.assetid),
        eq(communications.commtype, 'ip'),
        isSet(communications.isprimary),
      ),
    )
    .where(isAmong(accessmethods.computerid, params.ids))
    .orderBy(protocols.protocol),
);

/** Active computers whose last report was before a day, or that never reported, the longest silent first. */
export const silentSince = query((params: Params<{ since: string } & PlaceFilter>) =>
  build
    .select({
      hostname: computers.hostname,
      assetnumber: assets.assetnumber,
      location: locations.location,
      loggedinuser: computers.loggedinuser,
      lastreporteddate: computers.lastreporteddate,
    })
    .from(computers)
    .innerJoin(assets, ofActiveAsset())
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .where(
      and(
        or(isNull(computers.lastreporteddate), lt(computers.lastreporteddate, params.since)),
        isWithinPlace(assets, params),
      ),
    )
    .orderBy(computers.lastreporteddate, computers.computerid),
);

/**
 * Number of active installs of each version on computers that are not retired. Counts within an index; the
 * few retired computers are excluded by their IDs.
 */
const everyInstall = build
  .select({
    appid: installedapps.appid,
    appversionid: installedapps.appversionid,
    installs: count().as('installs'),
  })
  .from(installedapps)
  .where(
    and(
      isSet(installedapps.isactive),
      sql`${installedapps.computerid} NOT IN (SELECT ${computers.computerid} FROM ${computers} JOIN ${assets} ON ${assets.assetid} = ${computers.assetid} WHERE ${assets.isactive} = 0)`,
    ),
  )
  .groupBy(installedapps.appid, installedapps.appversionid)
  .as('everyinstall');

/**
 * Programs whose name contains a text, by version, with the number of active computers in all locations that
 * have them.
 */
export const softwareCounts = query((params: Params<{ name: string }>) =>
  build
    .select({
      appname: applications.appname,
      version: appversions.version,
      computers: sql<number>`${everyInstall.installs}`.as('computers'),
    })
    .from(everyInstall)
    .innerJoin(applications, eq(applications.appid, everyInstall.appid))
    .leftJoin(appversions, eq(appversions.appversionid, everyInstall.appversionid))
    .where(sql`instr(lower(${applications.appname}), lower(${params.name})) > 0`)
    .orderBy(applications.appnamesortkey, appversions.version),
);

/**
 * Programs whose name contains a text, by version, with the number of active computers within a location that
 * have them. These computers are usually few, so they are selected first.
 */
export const softwareCountsWithin = query((params: Params<{ name: string } & PlaceFilter>) =>
  build
    .select({
      appname: applications.appname,
      version: appversions.version,
      computers: count().as('computers'),
    })
    .from(installedapps)
    .innerJoin(applications, eq(applications.appid, installedapps.appid))
    .leftJoin(appversions, eq(appversions.appversionid, installedapps.appversionid))
    .where(
      and(
        isSet(installedapps.isactive),
        sql`${installedapps.computerid} IN (SELECT ${computers.computerid} FROM ${computers} JOIN ${assets} ON ${ofActiveAsset()} WHERE ${isWithinPlace(assets, params)})`,
        sql`instr(lower(${applications.appname}), lower(${params.name})) > 0`,
      ),
    )
    .groupBy(applications.appid, appversions.appversionid)
    .orderBy(applications.appnamesortkey, appversions.version),
);

const systemVersion = sql`coalesce(' ' || ${operatingsystems.osversion}, '')`;

/** Operating systems of computers in use that are unsupported after a day, with the number of computers. */
export const dueSystems = query((params: Params<DueParams>) =>
  build
    .select({
      itemid: sql<number>`${operatingsystems.osid}`.as('itemid'),
      title:
        sql<string>`${operatingsystems.osname} || ${systemVersion} || ' (' || count(*) || iif(count(*) = 1, ' computer)', ' computers)')`.as(
          'title',
        ),
      titlesortkey:
        sql<string>`${operatingsystems.osnamesortkey} || ' ' || coalesce(${operatingsystems.osversionsortkey}, '')`.as(
          'titlesortkey',
        ),
      due: sql<string>`${operatingsystems.endofsupport}`.as('due'),
      assetid: sql<number | null>`null`.as('assetid'),
      locationid: sql<number | null>`null`.as('locationid'),
    })
    .from(operatingsystems)
    // CROSS JOIN keeps SQLite from reading all computers first.
    .crossJoin(computers)
    .crossJoin(assets)
    .where(
      and(
        lte(operatingsystems.endofsupport, params.until),
        eq(computers.osid, operatingsystems.osid),
        eq(assets.assetid, computers.assetid),
        isInUse,
        isWithinPlace(assets, params),
      ),
    )
    .groupBy(operatingsystems.osid),
);
