import { z } from 'zod';
import type { RowOf } from '../../kit/data/query.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { registerOf } from '../../kit/resource/define.ts';
import { json, text, url } from '../../kit/resource/fields.ts';
import { contactsOfTeam, contactsOfTeams } from './application-queries.ts';
import * as tables from './tables.ts';

const contactSchema = z
  .array(
    z.object({
      contactname: z.string().trim().min(1, 'Name is required.').max(255),
      sso: z
        .union([
          z.string().regex(/^[0-9]{1,20}$/, 'Use the digits of the SSO.'),
          z.int().positive().transform(String),
        ])
        .nullable()
        .optional(),
      email: z.email().max(255).nullable().optional(),
      phone: z.string().max(255).nullable().optional(),
    }),
  )
  .max(100);

type Contact = z.output<typeof contactSchema>[number];

export const supportteams = registerOf(tables.supportteams, {
  name: 'supportteams',
  path: '/supportteams',
  label: 'teamname',
  title: 'Support teams',
  titleone: 'Support team',
  icon: 'headset',
  description: 'Who looks after an application or a stock item, and where their alerts go.',
  audit: 'catalog.supportteam',
  remove: 'hard',
  defaultsort: 'teamname',
  can: {
    read: 'optional',
    create: { can: 'settings.edit' },
    edit: { can: 'settings.edit' },
    delete: { can: 'settings.edit' },
  },
  fields: {
    teamname: text({ title: 'Team', search: true, sort: true }),
    teamurl: url({ title: 'Page' }),
    webhookurl: url({
      outbound: true,
      title: 'Webhook',
      list: 'hidden',
      help: 'Alerts for this team are posted here.',
    }),
    contacts: json({ title: 'Contacts', virtual: true, schema: contactSchema, list: 'never' }),
  },
  hooks: {
    saved: (tx, id, input) => {
      if (input.contacts !== undefined) replaceContacts(tx, id, (input.contacts as Contact[] | null) ?? []);
    },
    read: (reader, records) => {
      const contacts = contactsByTeam(
        reader,
        records.map((record) => record.supportteamid as number),
      );
      for (const record of records) record.contacts = contacts.get(record.supportteamid as number) ?? [];
    },
  },
});

function contactsByTeam(reader: Reader, ids: number[]) {
  const rows = contactsOfTeams.all(reader, { ids: JSON.stringify(ids) });
  const contacts = new Map<number, RowOf<typeof contactsOfTeam>[]>();
  for (const { supportteamid, ...contact } of rows)
    contacts.set(supportteamid, [...(contacts.get(supportteamid) ?? []), contact]);
  return contacts;
}

function replaceContacts(tx: Tx, supportteamid: number, contacts: Contact[]): void {
  const present = contactsOfTeam.all(tx, { supportteamid });
  const plain = (list: object[]) => JSON.stringify(list.map((entry) => ({ ...entry, contactid: undefined })));
  const wanted = contacts.map(({ contactname, sso = null, email = null, phone = null }) => ({
    contactname,
    sso,
    email,
    phone,
  }));
  if (plain(present) === plain(wanted)) return;
  for (const contact of present) tx.delete(tables.supportcontacts, contact.contactid);
  for (const [sortorder, contact] of wanted.entries()) {
    tx.insert(tables.supportcontacts, { supportteamid, sortorder, ...contact });
  }
}
