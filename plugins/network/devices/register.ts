import { definePrimaryAddress, openRead } from '../../../src/features/catalog/index.ts';
import { assets } from '../../../src/features/catalog/tables.ts';
import { isNamed } from '../../../src/kit/data/same-name.ts';
import { sql } from '../../../src/kit/data/sql-text.ts';
import { computed } from '../../../src/kit/resource/computed.ts';
import { defineRegister } from '../../../src/kit/resource/define.ts';
import { boolean, color, icon, integer, longtext, ref, text } from '../../../src/kit/resource/fields.ts';
import { filter } from '../../../src/kit/resource/filters.ts';
import * as tables from '../tables.ts';

const can = openRead('network');

export const networkdevicetypes = defineRegister(tables.networkdevicetypes, {
  path: '/network/types',
  label: 'networkdevicetype',
  one: 'Network device type',
  many: 'Network device types',
  icon: 'router',
  about: 'Types of network devices, such as access switches, routers and access points.',
  audit: 'network.networkdevicetype',
  remove: 'hard',
  merges: true,
  can,
  sort: 'networkdevicetype',
  columns: {
    networkdevicetype: text({ title: 'Network device type', search: true, sort: true }),
    description: longtext({ title: 'Description' }),
    icon: icon({ title: 'Icon' }),
    color: color({ title: 'Color', max: 32 }),
  },
});

const countPorts = (state: string) =>
  sql`(SELECT count(*) FROM ${tables.networkports} p WHERE p.networkdeviceid = ${tables.networkdevices.networkdeviceid} AND p.state = ${sql.raw(`'${state}'`)} AND p.type IN (6, 117))`;

export const networkdevices = defineRegister(tables.networkdevices, {
  path: '/network',
  one: 'Network device',
  many: 'Network devices',
  icon: 'network',
  about:
    'Switches, routers and access points. A network inventory of a GLPI agent adds them with their ports and connected devices.',
  audit: 'network.networkdevice',
  can,
  sort: 'assetnumber',
  defaultColumns: [
    'assetnumber',
    'networkdevicetypeid',
    'statusid',
    'locationid',
    'ipaddress',
    'hostname',
    'portsup',
    'firmwareversion',
  ],
  asset: { type: 'Network device' },
  columns: {
    hostname: text({ title: 'Host name', search: true, sort: true }),
    networkdevicetypeid: ref('networkdevicetypes', {
      title: 'Device type',
      sort: true,
      filter: ['typeid', 'type_id', 'networkdevicetypeid'],
    }),
    firmwareversion: text({ title: 'Firmware', search: true, sort: true, filter: ['firmwareversion'] }),
    portcount: integer({ title: 'Ports', min: 0, max: 100_000, sort: true }),
    ispoe: boolean({ title: 'Power over Ethernet', default: false, filter: ['ispoe'], list: 'hidden' }),
    ismanaged: boolean({ title: 'Managed', default: false, filter: ['ismanaged'], list: 'hidden' }),
    toldlocation: text({
      title: 'Reported location',
      writable: 'never',
      list: 'hidden',
      section: 'Inventory',
    }),
  },
  parts: {
    ipaddress: definePrimaryAddress('ip', { title: 'IP address', of: tables.networkdevices.assetid }),
    macaddress: definePrimaryAddress('mac', { title: 'MAC address', of: tables.networkdevices.assetid }),
  },
  computed: {
    portsup: computed.integer({ title: 'Ports in use', section: 'Inventory', from: countPorts('up') }),
  },
  filters: {
    assetnumber: filter.text({
      title: 'Asset number',
      offered: false,
      when: (number) => isNamed(assets.assetnumber, number),
    }),
  },
});
