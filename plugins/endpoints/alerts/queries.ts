import { and, eq, sql } from 'drizzle-orm';
import { build, command, isSet, type Params, query } from '../../../src/kit/data/query.ts';
import { notifications } from '../../notifications/tables.ts';
import { endpointalertacks } from './tables.ts';

/** Alerts of all scopes that apply at an instant and were not acknowledged on this PC, by start time. */
export const currentAlerts = query((params: Params<{ at: string; assetid: number }>) =>
  build
    .select({
      notificationid: notifications.notificationid,
      notification: notifications.notification,
      alerttimeout: notifications.alerttimeout,
      starttime: notifications.starttime,
      endtime: notifications.endtime,
      ticketnumber: notifications.ticketnumber,
      link: notifications.link,
    })
    .from(notifications)
    .where(
      and(
        isSet(notifications.alertfleet),
        isSet(notifications.isactive),
        sql`(${notifications.starttime} IS NULL OR ${notifications.starttime} <= ${params.at})`,
        sql`(${notifications.endtime} IS NULL OR ${notifications.endtime} > ${params.at})`,
        sql`NOT EXISTS (SELECT 1 FROM ${endpointalertacks} WHERE ${endpointalertacks.notificationid} = ${notifications.notificationid} AND ${endpointalertacks.assetid} = ${params.assetid})`,
      ),
    )
    .orderBy(notifications.starttime, notifications.notificationid),
);

/** Scope of each active fleet alert. */
export const alertScopes = query(() =>
  build
    .select({ notificationid: notifications.notificationid, alertscope: notifications.alertscope })
    .from(notifications)
    .where(and(isSet(notifications.alertfleet), isSet(notifications.isactive))),
);

/** The scope and the start time of a notification, and whether it is a fleet alert. */
export const alertOf = query((params: Params<{ notificationid: number }>) =>
  build
    .select({
      alertfleet: notifications.alertfleet,
      alertscope: notifications.alertscope,
      starttime: notifications.starttime,
    })
    .from(notifications)
    .where(eq(notifications.notificationid, params.notificationid)),
);

/** Records an acknowledgement. A second one changes nothing. */
export const acknowledge = command(
  (params: Params<{ notificationid: number; assetid: number; createddate: string }>) =>
    build
      .insert(endpointalertacks)
      .values({
        notificationid: params.notificationid,
        assetid: params.assetid,
        createddate: params.createddate,
      })
      .onConflictDoNothing(),
);

/** The time at which a PC acknowledged a notification. */
export const acknowledgmentOf = query((params: Params<{ notificationid: number; assetid: number }>) =>
  build
    .select({ createddate: endpointalertacks.createddate })
    .from(endpointalertacks)
    .where(
      and(
        eq(endpointalertacks.notificationid, params.notificationid),
        eq(endpointalertacks.assetid, params.assetid),
      ),
    ),
);
