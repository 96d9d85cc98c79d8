import { defineRegister } from '../../kit/resource/define.ts';
import { choice, text, timestamp } from '../../kit/resource/fields.ts';
import * as tables from './tables.ts';

/** The kinds of kiosk devices that the API always accepts. Plugins declare their own kinds in addition. */
const KINDS = { printedparts: 'Printed parts', usb: 'USB sticks' };

/**
 * Returns the register of the tablets at the cabinets. Creation has a route of its own, because the response
 * contains the token.
 */
export const defineKioskRegister = (kinds: Readonly<Record<string, string>>) =>
  defineRegister(tables.kioskdevices, {
    path: '/kioskdevices',
    label: 'cabinetname',
    many: 'Kiosk devices',
    one: 'Kiosk device',
    icon: 'device-tablet',
    about: 'Tablets at the cabinets of printed parts and USB sticks, each with its own token.',
    audit: 'kioskdevices.kioskdevice',
    remove: 'hard',
    handmade: ['create'],
    makesSecret: true,
    can: { read: 'admin', create: 'admin', edit: 'admin', delete: 'admin' },
    sort: 'cabinetname',
    internal: ['secrethash'],
    columns: {
      cabinetname: text({ title: 'Cabinet', search: true, sort: true }),
      kind: choice(
        { ...KINDS, ...kinds },
        {
          title: 'Type',
          help: 'Page that the tablet opens: /kiosk/printedparts or /kiosk/usb.',
          writable: 'once',
          filter: ['kind'],
        },
      ),
      prefix: text({ title: 'Token', search: false, writable: 'never' }),
      lastseendate: timestamp({ title: 'Last seen', writable: 'never', sort: true }),
    },
  });
