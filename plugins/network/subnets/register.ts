import { openRead } from '../../../src/features/catalog/index.ts';
import { communications } from '../../../src/features/catalog/tables.ts';
import { sql } from '../../../src/kit/data/sql-text.ts';
import { invalid } from '../../../src/kit/errors.ts';
import { computed } from '../../../src/kit/resource/computed.ts';
import { defineRegister } from '../../../src/kit/resource/define.ts';
import { integer, longtext, ref, text } from '../../../src/kit/resource/fields.ts';
import { filter } from '../../../src/kit/resource/filters.ts';
import type { Input } from '../../../src/kit/resource/register.ts';
import { addresskeys, subnets as table } from '../tables.ts';
import { parseAddress, parseRange, rangeKeysOf } from './ranges.ts';

const inSubnet = sql`FROM ${addresskeys} k JOIN ${communications} c ON c.communicationid = k.communicationid
  WHERE k.addresskey >= ${table.firstkey} AND k.addresskey <= ${table.lastkey} AND c.subnetid = ${table.subnetid}`;

export const subnets = defineRegister(table, {
  path: '/network/subnets',
  searchKind: 'subnet',
  label: 'cidr',
  one: 'Subnet',
  many: 'Subnets',
  icon: 'stack-2',
  about: 'Address ranges of the plant. Addresses of assets are assigned to the subnet that contains them.',
  audit: 'network.subnet',
  remove: 'hard',
  can: openRead('network'),
  sort: 'firstkey',
  internal: ['firstkey', 'lastkey'],
  columns: {
    cidr: text({
      title: 'Range',
      max: 50,
      ascii: true,
      search: true,
      sort: true,
      help: 'For example 10.1.2.0/24 or 2001:db8:1::/64. An address within the range is converted to the range.',
    }),
    vlan: integer({ title: 'VLAN', min: 1, max: 4094, sort: true, filter: ['vlan'] }),
    name: text({ title: 'Name', search: true, sort: true }),
    gateway: text({
      title: 'Gateway',
      max: 64,
      ascii: true,
      personal: true,
      help: 'An address within the range.',
    }),
    locationid: ref('locations', { title: 'Location', filter: ['locationid', 'location_id'] }),
    description: longtext({ title: 'Description', list: 'hidden' }),
  },
  computed: {
    used: computed.integer({
      title: 'Addresses in use',
      from: sql`(SELECT count(DISTINCT k.addresskey) ${inSubnet})`,
    }),
  },
  filters: {
    cidr: filter.text({
      title: 'Range',
      when: (text) => sql`${table.cidr} = ${parseRange(text)?.cidr ?? text}`,
    }),
    holds: filter.text({
      title: 'Contains address',
      when: (text) => {
        const key = parseAddress(text)?.key;
        return key === undefined
          ? sql`1 = 0`
          : sql`${table.firstkey} <= ${key} AND ${table.lastkey} >= ${key}`;
      },
    }),
  },
  check: (_tx, input, before) => settle(input, before),
});

/**
 * Converts the range and its gateway to canonical form. Throws 400 when one is invalid or the gateway is
 * outside the range.
 */
function settle(input: Input, before: Input | undefined): void {
  const cidr = (input.cidr ?? before?.cidr) as string;
  const range = parseRange(cidr);
  if (!range)
    throw invalid(
      'cidr',
      `${JSON.stringify(cidr)} is not a range. Enter it with its prefix, such as 10.1.2.0/24.`,
    );
  if (input.cidr !== undefined) input.cidr = range.cidr;
  const gateway = (input.gateway === undefined ? before?.gateway : input.gateway) as
    | string
    | null
    | undefined;
  if (gateway == null) return;
  const address = parseAddress(gateway);
  if (!address) throw invalid('gateway', `${JSON.stringify(gateway)} is not an IP address.`);
  const { first, last } = rangeKeysOf(range);
  if (address.key < first || address.key > last)
    throw invalid('gateway', `The gateway ${address.address} is not in ${range.cidr}.`);
  if (input.gateway !== undefined) input.gateway = address.address;
}
