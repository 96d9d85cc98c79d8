import { z } from 'zod';
import { rights } from '../../src/features/catalog/index.ts';
import { reportRoute } from '../../src/features/reports/index.ts';
import { addDays } from '../../src/kit/clock.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';
import { custodyStateInvariant, deviceOutInvariant, moveHolder } from './custody.ts';
import { createUsbKioskCredential, usbKioskRoutes } from './kiosk.ts';
import { migrations } from './migrations.ts';
import { dueReturns, outSince, overdueDays, usbDeviceCountsByState, usbDeviceTypeByName } from './queries.ts';
import { custodyLedger, usbdevices, usbdevicetypes } from './registers.ts';
import { custodySummary, reports, USB_CUSTODY } from './reports.ts';
import * as tables from './tables.ts';

const TYPES = ['USB stick', 'External drive', 'License dongle'];

function countsOf(reader: Reader) {
  const rows = usbDeviceCountsByState.all(reader);
  const of = (state: string) => rows.find((row) => row.state === state)?.n ?? 0;
  return {
    total: rows.reduce((sum, { n }) => sum + n, 0),
    available: of('available'),
    checkedout: of('checkedout'),
    retired: of('retired'),
  };
}

/** Counts the devices that are on loan longer than the limit in the settings. Returns 0 without a limit. */
function overdueCount(reader: Reader): number {
  const days = Number(overdueDays.get(reader)?.value ?? 0);
  if (!(days > 0)) return 0;
  const before = new Date(`${addDays(reader.today, -days)}T00:00:00`).toISOString();
  return outSince.get(reader, { before })!.n;
}

/** USB sticks and drives, and their holders. */
export const usbPlugin = definePlugin({
  id: 'usb',
  title: 'USB devices',
  description: 'USB sticks and drives with their holders',
  migrations,
  tables,
  permissions: {
    ...rights('usb', 'USB devices'),
    'usb.edit': 'Change USB devices, and check them out and in',
  },
  settings: declareSettings('usb', {
    usb_kiosk_enabled: {
      title: 'USB kiosk',
      description: 'Allows tablets with a token to check USB devices out and in at /kiosk/usb.',
      type: 'boolean',
      default: 'false',
      lasting: ['true', 'false'],
    },
    usb_overdue_days: {
      title: 'USB devices are overdue after (days)',
      description: 'The dashboard counts devices that are checked out for longer. 0 sets no limit.',
      type: 'integer',
      min: 0,
      max: 3650,
      default: '0',
    },
  }),
  navigation: [
    {
      group: 'Assets',
      family: 'Stores',
      title: 'USB devices',
      icon: 'device-usb',
      path: '/usb',
      usedBy: [tables.usbdevices],
      words: 'stick drive lending',
      order: 60,
    },
    {
      group: 'Records',
      family: 'Lists',
      title: 'USB device types',
      icon: 'usb',
      path: '/usb/types',
    },
  ],
  registers: [usbdevices, usbdevicetypes],
  ledgers: [custodyLedger],
  invariants: [custodyStateInvariant, deviceOutInvariant],
  assetMerging: { after: moveHolder },
  attention: [
    {
      key: 'usb.overdue',
      topic: 'overdue',
      title: 'Overdue USB devices',
      needs: 'usb.edit',
      href: '/usb?state=checkedout&sort=checkedoutdate',
      count: overdueCount,
    },
  ],
  dueSources: [
    {
      key: 'returns',
      title: 'USB device returns',
      icon: 'device-usb',
      register: 'usbdevices',
      select: dueReturns,
      href: ({ itemid }) => `/usb/${itemid}`,
    },
  ],
  kiosks: { usb: 'USB sticks' },
  credentials: createUsbKioskCredential,
  capabilities: { usbkiosk: (host) => host.settings.boolean('usb_kiosk_enabled') },
  summary: { usb: countsOf },
  reports,
  routes: (host) => [
    usbKioskRoutes(host),
    reportRoute(host, '/api/usb/reports/audit', USB_CUSTODY, custodySummary),
    api('/api/usb').get(
      '/by-asset/:assetid',
      ({ params }) => host.resource(usbdevices).get(params.assetid, 'usbdevices.assetid'),
      routeOptions({
        access: 'optional',
        summary: 'Get the USB device of an asset',
        params: z.object({ assetid: idParam }),
        responseSchema: host.resource(usbdevices).schemas.record,
      }),
    ),
  ],
  seed: (host, context) =>
    host.db.transact(context, 'usb.reference.seeded', (tx) => {
      for (const usbdevicetype of TYPES)
        if (!usbDeviceTypeByName.get(tx, { usbdevicetype }))
          tx.insert(tables.usbdevicetypes, { usbdevicetype });
      tx.audit({ entitytype: 'usbdevicetype', entityid: null });
    }),
});
