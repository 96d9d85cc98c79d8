import { and, count, countDistinct, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { createDueColumns, isActiveAsset, isInUse } from '../../src/features/catalog/index.ts';
import { assets } from '../../src/features/catalog/tables.ts';
import { build, type Params, query } from '../../src/kit/data/query.ts';
import { isNamed } from '../../src/kit/data/same-name.ts';
import type { DueParams } from '../../src/kit/due-source.ts';
import { isWithinPlace, type PlaceFilter } from '../../src/kit/resource/place-filter.ts';
import { settings } from '../../src/kit/tables.ts';
import { usbcustody, usbdevices, usbdevicetypes } from './tables.ts';

/** The last loan or return of a device. */
export const lastEvent = query((params: Params<{ usbdeviceid: number }>) =>
  build
    .select({
      event: usbcustody.event,
      holdersso: usbcustody.holdersso,
      createddate: usbcustody.createddate,
    })
    .from(usbcustody)
    .where(eq(usbcustody.usbdeviceid, params.usbdeviceid))
    .orderBy(desc(usbcustody.usbcustodyid))
    .limit(1),
);

/** The last borrower of a device. */
export const lastHolder = query((params: Params<{ usbdeviceid: number }>) =>
  build
    .select({ holdersso: usbcustody.holdersso })
    .from(usbcustody)
    .where(and(eq(usbcustody.usbdeviceid, params.usbdeviceid), eq(usbcustody.event, 'checkout')))
    .orderBy(desc(usbcustody.usbcustodyid))
    .limit(1),
);

/** The loan or return that was booked for a scan at a kiosk. */
export const moveOfScan = query((params: Params<{ scanid: string }>) =>
  build
    .select({
      usbdeviceid: usbcustody.usbdeviceid,
      event: usbcustody.event,
      holdersso: usbcustody.holdersso,
    })
    .from(usbcustody)
    .where(eq(usbcustody.scanid, params.scanid)),
);

/** The fields of an active device that a kiosk shows. The holder is not among them. */
export const deviceWithTag = query((params: Params<{ deviceid: string }>) =>
  build
    .select({
      usbdeviceid: usbdevices.usbdeviceid,
      deviceid: usbdevices.deviceid,
      label: usbdevices.label,
      usbdevicetype: usbdevicetypes.usbdevicetype,
      capacitygb: usbdevices.capacitygb,
      isencrypted: usbdevices.isencrypted,
      state: usbdevices.state,
      checkedoutdate: usbdevices.checkedoutdate,
    })
    .from(usbdevices)
    .innerJoin(assets, eq(assets.assetid, usbdevices.assetid))
    .leftJoin(usbdevicetypes, eq(usbdevicetypes.usbdevicetypeid, usbdevices.usbdevicetypeid))
    .where(and(isNamed(usbdevices.deviceid, params.deviceid), isActiveAsset)),
);

export const usbDeviceOfAsset = query((params: Params<{ assetid: number }>) =>
  build
    .select({ usbdeviceid: usbdevices.usbdeviceid, state: usbdevices.state })
    .from(usbdevices)
    .where(eq(usbdevices.assetid, params.assetid)),
);

export const usbDeviceCountsByState = query(() =>
  build
    .select({ state: usbdevices.state, n: count().as('n') })
    .from(usbdevices)
    .innerJoin(assets, eq(assets.assetid, usbdevices.assetid))
    .where(isActiveAsset)
    .groupBy(usbdevices.state),
);

/** Reads the setting from its table, so that a cached count expires when the setting changes. */
export const overdueDays = query(() =>
  build.select({ value: settings.value }).from(settings).where(eq(settings.key, 'usb_overdue_days')),
);

/** Counts the devices that were lent before an instant and are still on loan. */
export const outSince = query((params: Params<{ before: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(usbdevices)
    .where(and(eq(usbdevices.state, 'checkedout'), lt(usbdevices.checkedoutdate, params.before))),
);

const returnDay = sql<string>`date(${usbdevices.checkedoutdate}, 'localtime', '+' || ${settings.value} || ' days')`;

/** Devices on loan that are due back by a day, at the selected places. None without a limit in the settings. */
export const dueReturns = query((params: Params<DueParams>) =>
  build
    .select({
      ...createDueColumns(usbdevices.usbdeviceid, returnDay),
      title: sql<string>`${usbdevices.deviceid} || coalesce(' ' || ${usbdevices.label}, '')`.as('title'),
      titlesortkey:
        sql<string>`${usbdevices.deviceidsortkey} || ' ' || coalesce(${usbdevices.labelsortkey}, '')`.as(
          'titlesortkey',
        ),
    })
    .from(settings)
    .crossJoin(usbdevices)
    .crossJoin(assets)
    .where(
      and(
        eq(settings.key, 'usb_overdue_days'),
        sql`cast(${settings.value} as integer) > 0`,
        eq(usbdevices.state, 'checkedout'),
        eq(assets.assetid, usbdevices.assetid),
        sql`${returnDay} <= ${params.until}`,
        isInUse,
        isWithinPlace(assets, params),
      ),
    ),
);

type CustodyParams = { since: string; holdersso: string | null } & PlaceFilter;

const filterBy = (params: Params<CustodyParams>) =>
  and(
    gte(usbcustody.eventdate, params.since),
    sql`(${params.holdersso} IS NULL OR ${usbcustody.holdersso} = ${params.holdersso})`,
    isWithinPlace(assets, params),
  );

/** Loans and returns since an instant, newest first, of one person or of all, in one place or in all. */
export const custodySince = query((params: Params<CustodyParams>) =>
  build
    .select({
      usbcustodyid: usbcustody.usbcustodyid,
      eventdate: usbcustody.eventdate,
      event: usbcustody.event,
      usbdeviceid: usbcustody.usbdeviceid,
      deviceid: usbdevices.deviceid,
      label: usbdevices.label,
      holdersso: usbcustody.holdersso,
      holdername: usbcustody.holdername,
      reason: usbcustody.reason,
      recordedby: usbcustody.recordedby,
    })
    .from(usbcustody)
    .innerJoin(usbdevices, eq(usbdevices.usbdeviceid, usbcustody.usbdeviceid))
    .innerJoin(assets, eq(assets.assetid, usbdevices.assetid))
    .where(filterBy(params))
    .orderBy(desc(usbcustody.eventdate), desc(usbcustody.usbcustodyid)),
);

export const custodyCounts = query((params: Params<CustodyParams>) =>
  build
    .select({
      takes: sql<number>`coalesce(sum(${usbcustody.event} = 'checkout'), 0)`.as('takes'),
      returns: sql<number>`coalesce(sum(${usbcustody.event} = 'checkin'), 0)`.as('returns'),
      devices: countDistinct(usbcustody.usbdeviceid).as('devices'),
      people: countDistinct(usbcustody.holdersso).as('people'),
    })
    .from(usbcustody)
    .innerJoin(usbdevices, eq(usbdevices.usbdeviceid, usbcustody.usbdeviceid))
    .innerJoin(assets, eq(assets.assetid, usbdevices.assetid))
    .where(filterBy(params)),
);

export const usbDeviceTypeByName = query((params: Params<{ usbdevicetype: string }>) =>
  build
    .select({ usbdevicetypeid: usbdevicetypes.usbdevicetypeid })
    .from(usbdevicetypes)
    .where(isNamed(usbdevicetypes.usbdevicetype, params.usbdevicetype)),
);
