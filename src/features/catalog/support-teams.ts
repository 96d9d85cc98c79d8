import { z } from 'zod';
import { defineRegister } from '../../kit/resource/define.ts';
import { email, secret, text, url } from '../../kit/resource/fields.ts';
import { rowsOf } from '../../kit/resource/parts.ts';
import * as tables from './tables.ts';

const ssoSchema = z
  .union([
    z.string().regex(/^[0-9]{1,20}$/, 'Enter the digits of the SSO.'),
    z.int().positive().transform(String),
  ])
  .nullable();

export const supportTeamRegister = defineRegister(tables.supportteams, {
  path: '/supportteams',
  searchKind: 'supportteam',
  label: 'teamname',
  many: 'Support teams',
  one: 'Support team',
  icon: 'headset',
  about: 'Teams that support applications or stock items, with the recipients of their alerts.',
  audit: 'catalog.supportteam',
  remove: 'hard',
  merges: true,
  sort: 'teamname',
  can: {
    read: 'optional',
    create: { can: 'settings.edit' },
    edit: { can: 'settings.edit' },
    delete: { can: 'settings.edit' },
  },
  columns: {
    teamname: text({ title: 'Team', search: true, sort: true }),
    teamurl: url({ title: 'Page' }),
    webhookurl: secret({
      outbound: true,
      title: 'Webhook',
      list: 'hidden',
      help: 'Alerts for this team are sent to this address. It is never displayed.',
    }),
  },
  parts: {
    contacts: rowsOf(tables.supportcontacts, {
      title: 'Contacts',
      list: 'never',
      signedIn: true,
      few: true,
      by: 'supportteamid',
      order: 'sortorder',
      columns: {
        contactname: text({ title: 'Name' }),
        sso: text({ title: 'Employee number', schema: ssoSchema }),
        email: email({ title: 'Email' }),
        phone: text({ title: 'Phone' }),
      },
    }),
  },
});
