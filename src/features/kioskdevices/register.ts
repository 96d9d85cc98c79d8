import { registerOf } from '../../kit/resource/define.ts';
import { select, text, timestamp } from '../../kit/resource/fields.ts';
import { KIOSK_KINDS } from './kinds.ts';
import * as tables from './tables.ts';

/** The tablets at the cabinets. They are made by hand, because making one shows its token. */
export const register = registerOf(tables.kioskdevices, {
  name: 'kioskdevices',
  path: '/kioskdevices',
  label: 'cabinetname',
  title: 'Kiosk devices',
  titleone: 'Kiosk device',
  icon: 'device-tablet',
  description: 'Tablets at the cabinets of printed parts and USB sticks, each with a token of its own.',
  audit: 'kioskdevices.kioskdevice',
  remove: 'hard',
  activatable: true,
  handmade: ['create'],
  makessecret: true,
  can: { read: 'admin', create: 'admin', edit: 'admin', delete: 'admin' },
  defaultsort: 'cabinetname',
  fields: {
    cabinetname: text({ title: 'Cabinet', search: true, sort: true }),
    kind: select({
      title: 'Kind',
      createonly: true,
      options: KIOSK_KINDS,
      filter: ['kind'],
    }),
    prefix: text({ title: 'Token', readonly: true }),
    lastseendate: timestamp({ title: 'Last seen', readonly: true, sort: true }),
  },
});
