import { assets } from '../../src/features/catalog/tables.ts';
import {
  extending,
  flag,
  folded,
  index,
  integer,
  parent,
  real,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  uniqueIndex,
  uniqueName,
} from '../../src/kit/data/columns.ts';
import type { CustodyEvent, UsbDeviceState } from './labels.ts';

export const usbdevicetypes = sqliteTable(
  'usbdevicetypes',
  {
    usbdevicetypeid: serial(),
    usbdevicetype: uniqueName().notNull().unique(),
    description: text(),
    isactive: flag(1),
    ...stamps(),
    usbdevicetypesortkey: sortKey(),
  },
  (t) => [index('usbdevicetypes_usbdevicetypesort').on(t.usbdevicetypesortkey, t.usbdevicetypeid)],
);

export const usbdevices = sqliteTable(
  'usbdevices',
  {
    usbdeviceid: serial(),
    assetid: extending(() => assets.assetid),
    deviceid: uniqueName().notNull().unique(),
    label: folded(),
    usbdevicetypeid: integer().references(() => usbdevicetypes.usbdevicetypeid),
    capacitygb: real(),
    isencrypted: flag(),
    state: text().notNull().default('available').$type<UsbDeviceState>(),
    holdersso: text(),
    holdername: text(),
    checkedoutdate: text(),
    deviceidsortkey: sortKey(),
    labelsortkey: sortKey(),
  },
  (t) => [
    index('usbdevices_tag').on(t.deviceidsortkey, t.usbdeviceid),
    index('usbdevices_label').on(t.label, t.usbdeviceid),
    index('usbdevices_type').on(t.usbdevicetypeid, t.deviceidsortkey, t.usbdeviceid),
    index('usbdevices_encrypted').on(t.isencrypted, t.deviceidsortkey, t.usbdeviceid),
    index('usbdevices_state').on(t.state, t.checkedoutdate, t.usbdeviceid),
    index('usbdevices_holder').on(t.holdersso, t.deviceidsortkey, t.usbdeviceid),
    index('usbdevices_out').on(t.checkedoutdate, t.usbdeviceid),
    index('usbdevices_labelsort').on(t.labelsortkey, t.usbdeviceid),
  ],
);

export const usbcustody = sqliteTable(
  'usbcustody',
  {
    usbcustodyid: serial(),
    usbdeviceid: parent(() => usbdevices.usbdeviceid),
    event: text().notNull().$type<CustodyEvent>(),
    eventdate: text().notNull(),
    holdersso: text().notNull(),
    holdername: text(),
    reason: text(),
    recordedby: text().notNull(),
    ...stamps(),
    scanid: text(),
  },
  (t) => [
    index('usbcustody_device').on(t.usbdeviceid, t.eventdate, t.usbcustodyid),
    index('usbcustody_created').on(t.usbdeviceid, t.createddate, t.usbcustodyid),
    index('usbcustody_modified').on(t.usbdeviceid, t.modifieddate, t.usbcustodyid),
    index('usbcustody_date').on(t.eventdate, t.usbcustodyid),
    uniqueIndex('usbcustody_scan').on(t.scanid),
  ],
);
