import { z } from 'zod';
import {
  authenticateKiosk,
  isRepeatedScan,
  KIOSK,
  kioskOf,
  parseBadge,
  resolveScanTime,
  scanFields,
} from '../../src/features/kioskdevices/index.ts';
import { cleanText } from '../../src/kit/clean-text.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { conflict, notFound } from '../../src/kit/errors.ts';
import type { Mechanism } from '../../src/kit/gate.ts';
import type { Host } from '../../src/kit/host.ts';
import { api, routeOptions } from '../../src/kit/http/api.ts';
import type { Call } from '../../src/kit/http/call.ts';
import type { Credential } from '../../src/kit/http/credential.ts';
import { readScan } from '../../src/kit/scanned-code.ts';
import { checkInDevice, checkOutDevice } from './custody.ts';
import { type CustodyEvent, USB_DEVICE_STATES, type UsbDeviceState } from './labels.ts';
import { deviceWithTag, lastEvent, lastHolder, moveOfScan } from './queries.ts';

const KIND = 'usb';
/** The credential of a kiosk for USB devices. Kiosks of other kinds are rejected. */
const USB_KIOSK: Credential = { ...KIOSK };

/** Returns the authentication of kiosks for USB sticks. */
export const createUsbKioskCredential = (host: Host): ReadonlyMap<Credential, Mechanism> =>
  new Map([[USB_KIOSK, (req, address) => authenticateKiosk(host, req, address, KIND)]]);

const KIOSK_ACCESS = {
  access: { machine: [USB_KIOSK] },
  enabledBy: 'usb_kiosk_enabled',
  tag: 'usb',
} as const;

const device = z
  .object({
    usbdeviceid: z.int(),
    deviceid: z.string(),
    label: z.string().nullable(),
    usbdevicetype: z.string().nullable(),
    capacitygb: z.number().nullable(),
    isencrypted: z.boolean(),
    state: z.enum(Object.keys(USB_DEVICE_STATES) as [UsbDeviceState, ...UsbDeviceState[]]),
    checkedoutdate: z.iso.datetime().nullable(),
  })
  .meta({ id: 'KioskUsbDevice' });

const moved = device.extend({
  repeated: z.boolean().meta({ description: 'The same scan was already booked, so it is not booked again.' }),
  isforanother: z.boolean().meta({
    description: 'An employee other than the holder checked the device in. Kiosks do not show the holder.',
  }),
});

const tag = z.string().overwrite(readScan).min(1).max(255);
const move = z.object({
  device_id: tag.meta({ description: 'The scanned tag of the device.' }),
  reason: z.string().trim().max(255).nullish(),
  ...scanFields,
});
type Move = z.output<typeof move>;

/** Routes for the kiosk at the drawer: lookups, loans and returns. */
export const usbKioskRoutes = (host: Host) =>
  api('/api/usb/kiosk')
    .get(
      '/device/:deviceid',
      ({ params }) => host.db.read((reader) => findDevice(reader, params.deviceid)),
      routeOptions({
        ...KIOSK_ACCESS,
        summary: 'Get a USB device by its tag, for a kiosk',
        params: z.object({ deviceid: tag }),
        responseSchema: device,
      }),
    )
    .post(
      '/checkout',
      ({ call, body }) => book(host, call, 'checkout', body),
      routeOptions({
        ...KIOSK_ACCESS,
        summary: 'Check out a USB device with a badge',
        body: move,
        responseSchema: moved,
      }),
    )
    .post(
      '/checkin',
      ({ call, body }) => book(host, call, 'checkin', body),
      routeOptions({
        ...KIOSK_ACCESS,
        summary: 'Check in a USB device with a badge',
        body: move,
        responseSchema: moved,
      }),
    );

/** Finds an active device by its tag. Throws 404 when there is none. */
function findDevice(reader: Reader, deviceid: string) {
  const row = deviceWithTag.get(reader, { deviceid });
  if (!row) throw notFound('USB device');
  return { ...row, isencrypted: row.isencrypted === 1 };
}

/**
 * Reports whether a scan was already booked: under its ID, or as an equal scan a moment ago. Throws 409 when
 * another scan has the ID.
 */
function isBooked(
  reader: Reader,
  event: CustodyEvent,
  { usbdeviceid, holdersso, scanid }: { usbdeviceid: number; holdersso: string; scanid?: string },
): boolean {
  const booked = scanid === undefined ? undefined : moveOfScan.get(reader, { scanid });
  if (booked) {
    if (booked.usbdeviceid === usbdeviceid && booked.event === event && booked.holdersso === holdersso)
      return true;
    throw conflict('scanid', 'Another scan already has this ID. Scan again.');
  }
  const last = lastEvent.get(reader, { usbdeviceid });
  return last?.event === event && last.holdersso === holdersso && isRepeatedScan(reader, last.createddate);
}

/**
 * Books one loan or return. A repeated scan is booked once. Throws 404 for an unknown device, 409 when the
 * state of the device does not allow it, and 422 for an invalid badge.
 */
function book(host: Host, call: Call, event: CustodyEvent, { device_id, badge, ...input }: Move) {
  const { cabinetname } = kioskOf(call.actor, KIND);
  const holdersso = parseBadge(badge);
  const { usbdeviceid } = host.db.read((reader) => findDevice(reader, device_id));
  const repeated = host.db.read((reader) => isBooked(reader, event, { usbdeviceid, holdersso, ...input }));
  if (!repeated)
    host.db.transact(
      call.context,
      `usb.usbdevice.${event === 'checkout' ? 'checkedout' : 'checkedin'}`,
      (tx) => {
        const custody = {
          holdersso,
          holdername: host.contributions.findPersonName(host, holdersso),
          reason: cleanText(input.reason ?? '') ?? null,
          recordedby: cabinetname,
          eventdate: resolveScanTime(tx, input.scannedat),
          scanid: input.scanid,
        };
        if (event === 'checkout') checkOutDevice(tx, usbdeviceid, custody);
        else checkInDevice(tx, usbdeviceid, custody);
        tx.audit({ entitytype: 'usbdevice', entityid: usbdeviceid });
      },
    );
  return host.db.read((reader) => {
    const isforanother =
      event === 'checkin' && lastHolder.get(reader, { usbdeviceid })?.holdersso !== holdersso;
    return { ...findDevice(reader, device_id), repeated, isforanother };
  });
}
