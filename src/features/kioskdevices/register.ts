import { select, text, timestamp } from '../../kit/resource/fields.ts';
import type { Register } from '../../kit/resource/register.ts';
import { KIOSK_KINDS } from './tokens.ts';

/** The tablets at the cabinets. They are made by hand, because making one shows its token. */
export const register: Register = {
  name: 'kioskdevices',
  path: '/kioskdevices',
  table: 'kioskdevices',
  id: 'kioskdeviceid',
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
    cabinetname: text({ title: 'Cabinet', required: true, unique: true, search: true, sort: true }),
    kind: select({
      title: 'Kind',
      required: true,
      createonly: true,
      options: KIOSK_KINDS,
      filter: ['kind'],
    }),
    prefix: text({ title: 'Token', readonly: true }),
    lastseendate: timestamp({ title: 'Last seen', readonly: true, sort: true }),
  },
};
