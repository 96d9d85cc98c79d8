import { z } from 'zod';
import {
  canonicalAddress,
  communicationsOf,
  openRead,
  setPrimary,
} from '../../src/features/catalog/index.ts';
import { registerOf } from '../../src/kit/resource/define.ts';
import { boolean, json, longtext, ref, text, timestamp } from '../../src/kit/resource/fields.ts';
import { accessMethods, checkProtocols, replaceAccessMethods } from './access-methods.ts';
import * as tables from './tables.ts';

const can = openRead('computers');

export const computertypes = registerOf(tables.computertypes, {
  name: 'computertypes',
  path: '/computers/types',
  label: 'computertype',
  title: 'Computer types',
  titleone: 'Computer type',
  icon: 'device-desktop-cog',
  description: 'What a computer is for: office work, a machine, a display.',
  audit: 'computers.computertype',
  remove: 'hard',
  activatable: true,
  can,
  defaultsort: 'computertype',
  fields: {
    computertype: text({ title: 'Computer type', search: true, sort: true }),
    description: longtext({ title: 'Description' }),
    isshopfloor: boolean({ title: 'On the shop floor', default: false }),
    isdisplaykiosk: boolean({ title: 'Display or kiosk', default: false }),
  },
});

const accessSchema = z
  .array(
    z.object({
      protocolid: z.int().positive(),
      portoverride: z.int().min(1).max(65_535).nullable().optional(),
    }),
  )
  .max(50);

export const computers = registerOf(tables.computers, {
  name: 'computers',
  path: '/computers',
  label: 'hostname',
  title: 'Computers',
  titleone: 'Computer',
  icon: 'device-desktop',
  description:
    'PCs, laptops and servers. Point an inventory agent at this appliance and they appear by themselves.',
  audit: 'computers.computer',
  remove: 'soft',
  can,
  defaultsort: 'hostname',
  extendsAsset: { assettype: 'Computer' },
  fields: {
    hostname: text({ title: 'Host name', sort: true }),
    computertypeid: ref('computertypes', {
      title: 'Computer type',
      filter: ['typeid', 'type_id', 'computertypeid'],
    }),
    osid: ref('operatingsystems', { title: 'Operating system', filter: ['osid', 'os_id'] }),
    ipaddress: text({
      title: 'IP address',
      virtual: true,
      section: 'Network',
      select:
        "(SELECT c.address FROM communications c WHERE c.assetid = t.assetid AND c.commtype = 'ip' AND c.isprimary = 1)",
    }),
    accessmethods: json({
      title: 'Remote access',
      virtual: true,
      schema: accessSchema,
      list: 'never',
      section: 'Network',
    }),
    loggedinuser: text({ title: 'Logged-in user' }),
    lastreporteddate: timestamp({ title: 'Last report', sort: true, readonly: true, section: 'Agent' }),
    lastboottime: timestamp({ title: 'Last start', list: 'hidden', section: 'Agent' }),
  },
  filters: [
    {
      name: 'assetnumber',
      title: 'Asset number',
      kind: 'text',
      condition: (value) => ({ sql: 'a.assetnumber = ?', params: [String(value)] }),
    },
    {
      name: 'shopfloor',
      title: 'On the shop floor',
      kind: 'boolean',
      condition: (value) => ({
        sql: `t.computertypeid ${value ? 'IN' : 'IS NULL OR t.computertypeid NOT IN'} (SELECT computertypeid FROM computertypes WHERE isshopfloor = 1)`,
        params: [],
      }),
    },
  ],
  hooks: {
    check: (tx, input) => {
      if (typeof input.ipaddress === 'string')
        input.ipaddress = canonicalAddress('ip', input.ipaddress, 'ipaddress');
      checkProtocols(tx, input.accessmethods);
    },
    saved: (tx, id, input) => {
      const assetid = tx.row(tables.computers, id)!.assetid;
      if (input.ipaddress !== undefined) setPrimary(tx, assetid, 'ip', input.ipaddress as string | null);
      if (input.accessmethods !== undefined) replaceAccessMethods(tx, id, input.accessmethods);
    },
    read: (reader, records, { single }) => {
      if (!single) return;
      for (const record of records) {
        record.communications = communicationsOf(reader, record.assetid as number);
        record.accessmethods = accessMethods(reader, record);
      }
    },
  },
});
