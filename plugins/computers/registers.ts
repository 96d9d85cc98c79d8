import { lt, lte } from 'drizzle-orm';
import {
  canonicalizeAssetAddress,
  inUseFilter,
  listCommunicationsOfAssets,
  openRead,
  setPrimary,
} from '../../src/features/catalog/index.ts';
import { assets, communications, operatingsystems } from '../../src/features/catalog/tables.ts';
import { isNamed } from '../../src/kit/data/same-name.ts';
import { sql } from '../../src/kit/data/sql-text.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import {
  boolean,
  integer,
  longtext,
  number,
  type ReadMany,
  ref,
  text,
  timestamp,
} from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import { rowsOf, valueIn } from '../../src/kit/resource/parts.ts';
import { readAccessMethods } from './access-methods.ts';
import { findComputersNamed } from './identity/find-computers-named.ts';
import { readIgnoredFields } from './inventory/ignored.ts';
import { assetOfComputers } from './queries.ts';
import * as tables from './tables.ts';

const can = openRead('computers');

export const computertypes = defineRegister(tables.computertypes, {
  path: '/computers/types',
  label: 'computertype',
  many: 'Computer types',
  one: 'Computer type',
  icon: 'device-desktop-cog',
  about: 'Purpose of a computer: office work, a machine, a display.',
  audit: 'computers.computertype',
  remove: 'hard',
  merges: true,
  can,
  sort: 'computertype',
  columns: {
    computertype: text({ title: 'Computer type', search: true, sort: true }),
    description: longtext({ title: 'Description' }),
    isshopfloor: boolean({ title: 'On the shop floor', default: false }),
    isdisplaykiosk: boolean({ title: 'Display or kiosk', default: false }),
  },
});

/** Reads the addresses of computers from their assets. */
const addresses: ReadMany = (reader, ids) => {
  const owners = assetOfComputers.all(reader, { ids: JSON.stringify(ids) });
  const lists = listCommunicationsOfAssets(
    reader,
    owners.map(({ assetid }) => assetid),
  );
  return new Map(owners.map(({ computerid, assetid }) => [computerid, lists.get(assetid) ?? []]));
};

export const computers = defineRegister(tables.computers, {
  path: '/computers',
  label: 'hostname',
  findNamed: {
    hostname: (reader, text) => findComputersNamed(reader, text).map(({ computerid }) => computerid),
  },
  many: 'Computers',
  one: 'Computer',
  icon: 'device-desktop',
  about:
    'PCs, laptops and servers. They appear automatically when an inventory agent reports to this appliance.',
  audit: 'computers.computer',
  remove: 'soft',
  can,
  sort: 'hostname',
  defaultColumns: [
    'hostname',
    'statusid',
    'locationid',
    'loggedinuser',
    'lastreporteddate',
    'assetnumber',
    'osid',
    'serialnumber',
  ],
  internal: ['reported', 'ignoredfields', 'isvirtual'],
  labelType: 'computer',
  asset: { type: 'Computer' },
  columns: {
    hostname: text({ title: 'Host name', search: true, sort: true }),
    computertypeid: ref('computertypes', {
      title: 'Computer type',
      filter: ['typeid', 'type_id', 'computertypeid'],
    }),
    osid: ref('operatingsystems', { title: 'Operating system', filter: ['osid', 'os_id'] }),
    loggedinuser: text({ title: 'Logged-in user', personal: true, reported: true }),
    lastreporteddate: timestamp({ title: 'Last report', sort: true, writable: 'never', section: 'Agent' }),
    lastboottime: timestamp({ title: 'Last start', list: 'hidden', section: 'Agent', reported: true }),
    processor: text({ title: 'Processor', writable: 'never', list: 'hidden', section: 'Hardware' }),
    memorygb: number({ title: 'Memory', unit: 'GB', writable: 'never', list: 'hidden', section: 'Hardware' }),
    diskgb: number({ title: 'Disks', unit: 'GB', writable: 'never', list: 'hidden', section: 'Hardware' }),
    diskfree: integer({
      title: 'Free on the fullest disk',
      unit: '%',
      writable: 'never',
      list: 'hidden',
      section: 'Hardware',
    }),
    chassistype: text({ title: 'Chassis', writable: 'never', list: 'hidden', section: 'Hardware' }),
    biosversion: text({ title: 'BIOS', writable: 'never', list: 'hidden', section: 'Hardware' }),
    uuid: text({ title: 'UUID', writable: 'never', list: 'hidden', section: 'Agent' }),
    fullhostname: text({
      title: 'Full host name',
      writable: 'never',
      list: 'hidden',
      section: 'Agent',
      search: true,
    }),
    iscontainer: boolean({ title: 'Container', writable: 'never', list: 'hidden', section: 'Agent' }),
  },
  parts: {
    ipaddress: valueIn(
      text({ title: 'IP address', section: 'Network', max: 64, ascii: true, personal: true }),
      {
        from: sql`(SELECT address FROM ${communications} WHERE assetid = ${tables.computers.assetid} AND commtype = 'ip' AND isprimary = 1)`,
        check: (_tx, address, path) => void (address && canonicalizeAssetAddress('ip', address, path)),
        save: (tx, id, address) =>
          setPrimary(
            tx,
            tx.row(tables.computers, id)!.assetid,
            'ip',
            address && canonicalizeAssetAddress('ip', address, 'ipaddress'),
          ),
      },
    ),
    accessmethods: rowsOf(tables.accessmethods, {
      title: 'Remote access',
      personal: true,
      list: 'never',
      section: 'Network',
      by: 'computerid',
      key: 'protocolid',
      most: 50,
      columns: {
        protocolid: ref('protocols', { title: 'Protocol' }),
        portoverride: integer({ title: 'Port, if not the usual one', min: 1, max: 65_535 }),
      },
      read: readAccessMethods,
      alone: true,
    }),
  },
  computed: {
    communications: computed.json({
      title: 'Addresses',
      list: 'never',
      drawn: 'catalog.addresses',
      read: addresses,
      alone: true,
      personal: true,
    }),
    ignored: computed.json({
      title: 'Ignored in the last inventory',
      help: 'Number of values by field that were converted, cut or omitted, such as {"storages.disksize": 1}.',
      section: 'Agent',
      list: 'never',
      // The hardware tab shows the ignored values in words.
      elsewhere: true,
      read: readIgnoredFields,
      none: {},
      alone: true,
    }),
  },
  filters: {
    inuse: inUseFilter,
    overbudget: filter.boolean({
      title: 'Too many new applications',
      when: (on) =>
        sql`${sql.raw(on ? '' : 'NOT ')}EXISTS (SELECT 1 FROM ${tables.unlistedapps} WHERE ${tables.unlistedapps.computerid} = ${tables.computers.computerid})`,
    }),
    appid: filter.ref('applications', {
      title: 'Has application',
      when: (appid) =>
        sql`${tables.computers.computerid} IN (SELECT computerid FROM ${tables.installedapps} WHERE appid = ${appid} AND isactive = 1)`,
    }),
    stillreporting: filter.boolean({
      title: 'Inactive, still reporting',
      when: (on) => {
        const reporting = sql`${assets.isactive} = 0 AND coalesce(${tables.computers.lastreporteddate}, '') >= ${assets.modifieddate}`;
        return on ? reporting : sql`NOT (${reporting})`;
      },
    }),
    silentsince: filter.date({
      title: 'No report since',
      when: (day) => lt(tables.computers.lastreporteddate, day),
    }),
    diskbelow: filter.integer({
      title: 'Free disk space at most (%)',
      when: (percent) => lte(tables.computers.diskfree, percent),
    }),
    unsupported: filter.boolean({
      title: 'Unsupported OS',
      when: (on, { today }) => {
        const ended = sql`(SELECT osid FROM ${operatingsystems} WHERE endofsupport < ${today})`;
        const { osid } = tables.computers;
        return on ? sql`${osid} IN ${ended}` : sql`${osid} IS NULL OR ${osid} NOT IN ${ended}`;
      },
    }),
    assetnumber: filter.text({
      title: 'Asset number',
      offered: false,
      when: (number) => isNamed(assets.assetnumber, number),
    }),
    shopfloor: filter.boolean({
      title: 'On the shop floor',
      when: (on) => {
        const there = sql`(SELECT computertypeid FROM ${tables.computertypes} WHERE isshopfloor = 1)`;
        const type = tables.computers.computertypeid;
        return on ? sql`${type} IN ${there}` : sql`${type} IS NULL OR ${type} NOT IN ${there}`;
      },
    }),
  },
});
