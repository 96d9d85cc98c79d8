import { openRead } from '../../src/features/catalog/index.ts';
import { parseSso } from '../../src/features/kioskdevices/index.ts';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import { invalid } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import { boolean, choice, longtext, number, ref, text, timestamp } from '../../src/kit/resource/fields.ts';
import { defineLedger } from '../../src/kit/resource/ledger.ts';
import { verb } from '../../src/kit/verbs/verb.ts';
import { checkInDevice, checkOutDevice } from './custody.ts';
import { CUSTODY_EVENTS, USB_DEVICE_STATES } from './labels.ts';
import * as tables from './tables.ts';

const can = openRead('usb');
const needs = 'usb.edit';

export const usbdevicetypes = defineRegister(tables.usbdevicetypes, {
  path: '/usb/types',
  label: 'usbdevicetype',
  many: 'USB device types',
  one: 'USB device type',
  icon: 'usb',
  about: 'Types of USB devices: sticks, drives, dongles.',
  audit: 'usb.usbdevicetype',
  remove: 'hard',
  merges: true,
  can,
  sort: 'usbdevicetype',
  columns: {
    usbdevicetype: text({ title: 'USB device type', search: true, sort: true }),
    description: longtext({ title: 'Description' }),
  },
});

/** Lends a device at a desk. The badge may be scanned into the field of the SSO. */
function give(
  host: Host,
  context: WriteContext,
  usbdeviceid: number,
  input: { holdersso: string; holdername: string | null; reason: string | null },
): void {
  const holdersso = parseSso(input.holdersso);
  if (holdersso === undefined)
    throw invalid('holdersso', 'Scan the badge, or enter the employee number with digits only.');
  host.db.transact(context, 'usb.usbdevice.checkedout', (tx) => {
    const holdername = input.holdername ?? host.contributions.findPersonName(host, holdersso);
    checkOutDevice(tx, usbdeviceid, { ...input, holdersso, holdername, recordedby: context.actor.name });
    tx.audit({ entitytype: 'usbdevice', entityid: usbdeviceid });
  });
}

function takeBack(
  host: Host,
  context: WriteContext,
  usbdeviceid: number,
  { reason }: { reason: string | null },
): void {
  host.db.transact(context, 'usb.usbdevice.checkedin', (tx) => {
    checkInDevice(tx, usbdeviceid, { reason, recordedby: context.actor.name });
    tx.audit({ entitytype: 'usbdevice', entityid: usbdeviceid });
  });
}

export const usbdevices = defineRegister(tables.usbdevices, {
  path: '/usb',
  label: 'deviceid',
  many: 'USB devices',
  one: 'USB device',
  icon: 'device-usb',
  about: 'USB sticks and drives with their tags and holders.',
  audit: 'usb.usbdevice',
  can,
  sort: 'deviceid',
  defaultColumns: [
    'deviceid',
    'label',
    'state',
    'holdername',
    'checkedoutdate',
    'usbdevicetypeid',
    'locationid',
    'isencrypted',
    'serialnumber',
  ],
  labelType: 'usb',
  asset: { type: 'USB device', numberedBy: 'deviceid' },
  columns: {
    deviceid: text({
      title: 'Device tag',
      search: true,
      sort: true,
      filter: ['deviceid', 'device_id'],
      help: 'The code to scan. It is also the asset number, unless you enter another one.',
    }),
    label: text({ title: 'Label', search: true, sort: true }),
    usbdevicetypeid: ref('usbdevicetypes', {
      title: 'Device type',
      filter: ['usbdevicetypeid', 'typeid', 'type_id'],
    }),
    capacitygb: number({ title: 'Capacity', unit: 'GB', min: 0, max: 1_000_000, list: 'hidden' }),
    isencrypted: boolean({ title: 'Encrypted', default: false, filter: ['isencrypted'] }),
    state: choice(USB_DEVICE_STATES, {
      title: 'Custody',
      state: true,
      default: 'available',
      filter: ['state'],
      section: 'Custody',
      help: 'Available or retired. Check in a device before you change this.',
    }),
    holdersso: text({
      title: 'Holder number',
      writable: 'never',
      personal: true,
      filter: ['holdersso'],
      drawn: 'employee',
      section: 'Custody',
      list: 'hidden',
    }),
    holdername: text({
      title: 'Holder',
      writable: 'never',
      personal: true,
      search: true,
      section: 'Custody',
    }),
    checkedoutdate: timestamp({
      title: 'Checked out since',
      writable: 'never',
      sort: true,
      section: 'Custody',
    }),
  },
  verbs: {
    checkout: verb({
      title: 'Check out',
      icon: 'user',
      needs,
      when: { state: 'available' },
      parameters: {
        holdersso: text({
          title: 'Badge or number',
          required: true,
          max: 60,
          ascii: true,
          drawn: 'employee',
          help: 'Scan the badge, or enter the employee number.',
        }),
        holdername: text({ title: 'Name', help: 'Leave empty to use the name from the employee directory.' }),
        reason: text({ title: 'Reason' }),
      },
      run: give,
    }),
    checkin: verb({
      title: 'Check in',
      icon: 'home',
      needs,
      when: { state: 'checkedout' },
      parameters: { reason: text({ title: 'Note' }) },
      run: takeBack,
    }),
  },
});

export const custodyLedger = defineLedger(tables.usbcustody, {
  of: usbdevices,
  by: 'usbdeviceid',
  name: 'custody',
  one: 'Custody event',
  many: 'Custody',
  icon: 'history',
  about: 'Check-outs and check-ins of the device. Entries cannot be changed.',
  sort: 'eventdate',
  internal: ['scanid'],
  columns: {
    eventdate: timestamp({ title: 'Time', sort: true }),
    event: choice(CUSTODY_EVENTS, { title: 'Event', filter: ['event'] }),
    holdersso: text({ title: 'Employee number', personal: true, drawn: 'employee' }),
    holdername: text({ title: 'Employee', personal: true }),
    reason: text({ title: 'Reason' }),
    recordedby: text({ title: 'Recorded by', personal: true }),
  },
});
