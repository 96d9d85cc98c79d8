import { definePrimaryAddress, inUseFilter, openRead } from '../../src/features/catalog/index.ts';
import { assets } from '../../src/features/catalog/tables.ts';
import { isNamed } from '../../src/kit/data/same-name.ts';
import { sql } from '../../src/kit/data/sql-text.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import { boolean, color, date, icon, longtext, ref, text } from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import { selectControllers, selectFirstController, selectPartners } from './relationship-conditions.ts';
import * as tables from './tables.ts';

const can = openRead('machines');

export const machinetypes = defineRegister(tables.machinetypes, {
  path: '/machines/types',
  label: 'machinetype',
  one: 'Machine type',
  many: 'Machine types',
  icon: 'engine',
  about: 'Types of machines, such as presses, machining centers and robots.',
  audit: 'machines.machinetype',
  remove: 'hard',
  merges: true,
  can,
  sort: 'machinetype',
  columns: {
    machinetype: text({ title: 'Machine type', search: true, sort: true }),
    description: longtext({ title: 'Description' }),
    icon: icon({ title: 'Icon' }),
    color: color({ title: 'Color', max: 32 }),
  },
});

export const controllertypes = defineRegister(tables.controllertypes, {
  path: '/machines/controllers',
  label: 'controllertype',
  one: 'Machine controller',
  many: 'Machine controllers',
  icon: 'cpu',
  about: 'Controllers of machines, such as Fanuc 31i or Sinumerik 840D.',
  audit: 'machines.controllertype',
  remove: 'hard',
  merges: true,
  can,
  sort: 'controllertype',
  columns: {
    controllertype: text({ title: 'Controller', search: true, sort: true }),
    vendorid: ref('vendors', { title: 'Vendor', filter: ['vendorid', 'vendor_id'] }),
    description: longtext({ title: 'Description' }),
  },
});

export const machines = defineRegister(tables.machines, {
  path: '/machines',
  one: 'Machine',
  many: 'Machines',
  icon: 'engine',
  about:
    'Production machines of the plant. You can add them, import them or report them through the collector.',
  audit: 'machines.machine',
  can,
  sort: 'assetnumber',
  defaultColumns: [
    'assetnumber',
    'name',
    'machinetypeid',
    'statusid',
    'locationid',
    'controlledby',
    'ipaddress',
    'serialnumber',
  ],
  asset: { type: 'Machine' },
  columns: {
    machinetypeid: ref('machinetypes', {
      title: 'Machine type',
      sort: true,
      filter: ['typeid', 'type_id', 'machinetypeid'],
    }),
    controllertypeid: ref('controllertypes', {
      title: 'Controller',
      sort: true,
      filter: ['controllertypeid', 'controller_id'],
      section: 'Controller',
    }),
    controllerversion: text({
      title: 'Controller version',
      sort: true,
      search: true,
      section: 'Controller',
      list: 'hidden',
    }),
    installdate: date({ title: 'Installed on', sort: true, list: 'hidden' }),
    isdualpath: boolean({
      title: 'Dual path',
      default: false,
      filter: ['isdualpath', 'dualpath'],
      help: 'One of two bays with shared controls. Connect it to the other bay by a connection "Dual path with".',
    }),
  },
  parts: { ipaddress: definePrimaryAddress('ip', { title: 'IP address', of: tables.machines.assetid }) },
  computed: {
    controlledby: computed.text({
      title: 'Controlled by',
      section: 'Controller',
      drawn: 'machines.controlledby',
      from: selectFirstController('other.assetnumber'),
    }),
    controlledbyassetid: computed.integer({
      title: 'ID of the PC',
      list: 'never',
      elsewhere: true,
      from: selectFirstController('other.assetid'),
    }),
    partnerbay: computed.text({
      title: 'Partner bay',
      list: 'hidden',
      from: sql`(${selectPartners('other.assetnumber')} LIMIT 1)`,
    }),
  },
  filters: {
    inuse: inUseFilter,
    assetnumber: filter.text({
      title: 'Asset number',
      offered: false,
      when: (number) => isNamed(assets.assetnumber, number),
    }),
    withoutplace: filter.boolean({
      title: 'Without a location',
      when: (on) => (on ? sql`${assets.locationid} IS NULL` : sql`${assets.locationid} IS NOT NULL`),
    }),
    withoutpartner: filter.boolean({
      title: 'Dual path without a partner',
      when: (on) => {
        const alone = sql`${tables.machines.isdualpath} = 1 AND NOT EXISTS (${selectPartners('1')})`;
        return on ? alone : sql`NOT (${alone})`;
      },
    }),
    withoutcontrol: filter.boolean({
      title: 'Without a controlling PC',
      when: (on) => {
        const none = sql`NOT EXISTS (${selectControllers('1')})`;
        return on ? none : sql`NOT (${none})`;
      },
    }),
  },
});
