import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { isActiveAsset } from '../../../src/features/catalog/index.ts';
import { assets, assettypes, communications } from '../../../src/features/catalog/tables.ts';
import { build, command, type Params, query, type RowOf } from '../../../src/kit/data/query.ts';
import { isNamed, isNamedAmong, isNamedBetween } from '../../../src/kit/data/same-name.ts';
import { devicenames } from '../tables.ts';
import { MAX_NAMED } from './distinctive-identifiers.ts';

const device = () =>
  build
    .select({
      assetid: assets.assetid,
      assettypeid: assets.assettypeid,
      assettype: assettypes.assettype,
      name: assets.name,
      serialnumber: assets.serialnumber,
      isactive: assets.isactive,
    })
    .from(assets)
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid));

/** Order: active records first, then the oldest. */
const inOrder = () => [desc(assets.isactive), assets.assetid];

/** Condition for both parts of the name index, which separates active and retired assets. */
const isInUseOrNot = () => sql`${assets.isactive} IN (0, 1)`;

/** SQL condition for assets with an address that meets the condition. */
const hasAddress = (condition: SQL | undefined) =>
  sql`${assets.assetid} IN (SELECT ${communications.assetid} FROM ${communications} WHERE ${condition})`;

/** Assets with a serial number, active ones first. */
export const devicesOfSerial = query((params: Params<{ serialnumber: string }>) =>
  device()
    .where(isNamed(assets.serialnumber, params.serialnumber))
    .orderBy(...inOrder()),
);

/** An asset as a device. `hostname` is the host name of its record, if the device was found by that name. */
export type DeviceRow = RowOf<typeof devicesOfSerial> & { hostname?: string | null };

/** The query for an asset as a device, active or not. */
export const deviceOfAsset = query((params: Params<{ assetid: number }>) =>
  device().where(eq(assets.assetid, params.assetid)),
);

/** Stacks with a member of this serial number. */
export const stacksOfMember = query((params: Params<{ serialnumber: string }>) =>
  device()
    .where(
      hasAddress(and(eq(communications.commtype, 'serial'), eq(communications.address, params.serialnumber))),
    )
    .orderBy(...inOrder()),
);

/** Devices with one of the MAC addresses in a JSON list. */
export const devicesOfMac = query((params: Params<{ macs: string }>) =>
  device()
    .where(
      hasAddress(
        and(
          eq(communications.commtype, 'mac'),
          sql`${communications.address} IN (SELECT value FROM json_each(${params.macs}))`,
        ),
      ),
    )
    .orderBy(...inOrder()),
);

/** Devices with one of the names in a JSON list, at most MAX_NAMED. */
export const devicesOfNames = query((params: Params<{ names: string }>) =>
  device()
    .where(isNamedAmong(assets.name, params.names, isInUseOrNot()))
    .orderBy(...inOrder())
    .limit(MAX_NAMED),
);

/** Devices whose last reported name is in a JSON list, at most MAX_NAMED. */
export const devicesOfReportedNames = query((params: Params<{ names: string }>) =>
  device()
    .where(
      sql`${assets.assetid} IN (SELECT ${devicenames.assetid} FROM ${devicenames} WHERE ${devicenames.name} IN (SELECT value FROM json_each(${params.names})))`,
    )
    .orderBy(...inOrder())
    .limit(MAX_NAMED),
);

/** The name that a device reported last. */
export const reportedNameOf = query((params: Params<{ assetid: number }>) =>
  build.select({ name: devicenames.name }).from(devicenames).where(eq(devicenames.assetid, params.assetid)),
);

/** Stores the name that a device reported last. */
export const recordReportedName = command((params: Params<{ assetid: number; name: string }>) =>
  build
    .insert(devicenames)
    .values({ assetid: params.assetid, name: params.name })
    .onConflictDoUpdate({ target: devicenames.assetid, set: { name: sql`excluded.name` } }),
);

/**
 * Active devices of one type with one of the names in a JSON list. Two are enough to see that the name is not
 * unique.
 */
export const activeOfNames = query((params: Params<{ names: string; assettypeid: number }>) =>
  device()
    .where(
      and(
        isNamedAmong(assets.name, params.names, sql`${assets.isactive} = 1`),
        isActiveAsset,
        sql`+${assets.assettypeid} = ${params.assettypeid}`,
      ),
    )
    .limit(2),
);

/**
 * Active or retired devices, by `isactive`, that have this name with a domain, at most MAX_NAMED. `from` ends
 * with a dot, `to` with the character after it. The result is unordered, because sorting would read all of
 * them.
 */
export const devicesOfDomain = query((params: Params<{ from: string; to: string; isactive: number }>) =>
  device()
    .where(
      and(
        isNamedBetween(assets.name, params.from, params.to, sql`${assets.isactive} = ${params.isactive}`),
        sql`+${assets.isactive} = ${params.isactive}`,
      ),
    )
    .limit(MAX_NAMED),
);

/** MAC addresses of an asset. */
export const macsOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ address: communications.address })
    .from(communications)
    .where(and(eq(communications.assetid, params.assetid), eq(communications.commtype, 'mac'))),
);
