import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { assets } from '../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query } from '../../src/kit/data/query.ts';
import { notifications, notificationtypes } from './tables.ts';

const selectNotifications = () =>
  build
    .select({
      notificationid: notifications.notificationid,
      notification: notifications.notification,
      notificationtype: notificationtypes.notificationtype,
      color: notificationtypes.color,
      businessunitid: notifications.businessunitid,
      starttime: notifications.starttime,
      endtime: notifications.endtime,
      ticketnumber: notifications.ticketnumber,
      link: notifications.link,
      alertfleet: notifications.alertfleet,
    })
    .from(notifications)
    .leftJoin(notificationtypes, eq(notificationtypes.notificationtypeid, notifications.notificationtypeid));

/** Matches notices that have not ended at one instant and begin by another. */
const overlapsPeriod = (params: Params<{ at: string; until: string }>) =>
  sql`(${notifications.endtime} IS NULL OR ${notifications.endtime} > ${params.at}) AND (${notifications.starttime} IS NULL OR ${notifications.starttime} <= ${params.until})`;

const inOrder = () => [asc(notifications.starttime), asc(notifications.notificationid)];

/** Active notices for displays that overlap a period, by start, at most 200. */
export const shopfloorNotifications = query((params: Params<{ at: string; until: string }>) =>
  selectNotifications()
    .where(and(isSet(notifications.isshopfloor), isSet(notifications.isactive), overlapsPeriod(params)))
    .orderBy(...inOrder())
    .limit(200),
);

/** Active notices for an employee that overlap a period, by start, at most 200. */
export const employeeNotifications = query((params: Params<{ sso: string; at: string; until: string }>) =>
  selectNotifications()
    .where(
      and(eq(notifications.employeesso, params.sso), isSet(notifications.isactive), overlapsPeriod(params)),
    )
    .orderBy(...inOrder())
    .limit(200),
);

/**
 * The current display notices for the business units of a JSON list of assets, newest first, at most 200 in
 * total. Notices without a business unit are left out.
 */
export const noticesOfAssets = query((params: Params<{ ids: string; at: string }>) =>
  build
    .select({
      assetid: assets.assetid,
      notification: notifications.notification,
      starttime: notifications.starttime,
      ticketnumber: notifications.ticketnumber,
    })
    .from(assets)
    .innerJoin(notifications, eq(notifications.businessunitid, assets.businessunitid))
    .where(
      and(
        sql`${assets.assetid} IN (SELECT value FROM json_each(${params.ids}))`,
        isSet(notifications.isshopfloor),
        isSet(notifications.isactive),
        overlapsPeriod({ at: params.at, until: params.at }),
      ),
    )
    .orderBy(desc(notifications.notificationid))
    .limit(200),
);
