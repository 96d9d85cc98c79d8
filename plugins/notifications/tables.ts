import { businessunits } from '../../src/features/catalog/tables.ts';
import {
  flag,
  folded,
  index,
  integer,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  uniqueName,
} from '../../src/kit/data/columns.ts';

export const notificationtypes = sqliteTable(
  'notificationtypes',
  {
    notificationtypeid: serial(),
    notificationtype: uniqueName().notNull().unique(),
    color: text(),
    isactive: flag(1),
    ...stamps(),
    notificationtypesortkey: sortKey(),
  },
  (t) => [
    index('notificationtypes_created').on(t.createddate, t.notificationtypeid),
    index('notificationtypes_modified').on(t.modifieddate, t.notificationtypeid),
    index('notificationtypes_notificationtypesort').on(t.notificationtypesortkey, t.notificationtypeid),
  ],
);

export const notifications = sqliteTable(
  'notifications',
  {
    notificationid: serial(),
    notification: text().notNull(),
    notificationtypeid: integer().references(() => notificationtypes.notificationtypeid),
    businessunitid: integer().references(() => businessunits.businessunitid),
    starttime: text(),
    endtime: text(),
    ticketnumber: text(),
    link: text(),
    isshopfloor: flag(),
    employeesso: folded(),
    alertfleet: flag(),
    alertscope: text(),
    alerttimeout: integer(),
    isactive: flag(1),
    ...stamps(),
  },
  (t) => [
    index('notifications_start').on(t.starttime, t.notificationid),
    index('notifications_end').on(t.endtime, t.notificationid),
    index('notifications_type').on(t.notificationtypeid, t.notificationid),
    index('notifications_unit').on(t.businessunitid, t.notificationid),
    index('notifications_shopfloor').on(t.isshopfloor, t.isactive, t.endtime),
    index('notifications_employee').on(t.employeesso, t.isactive, t.endtime),
    index('notifications_alerts').on(t.alertfleet, t.isactive, t.endtime),
    index('notifications_created').on(t.createddate, t.notificationid),
    index('notifications_modified').on(t.modifieddate, t.notificationid),
  ],
);
