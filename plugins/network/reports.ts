import { report } from '../../src/kit/report.ts';
import { conflictRows, occupancy } from './subnets/queries.ts';
import { parseRange, usableRangeOf } from './subnets/ranges.ts';

export const reports = [
  report({
    key: 'address-conflicts',
    title: 'Addresses on two assets',
    about:
      'Addresses of the registered subnets that more than one active asset has: one of them cannot work.',
    needs: 'login',
    stands: false,
    columns: {
      address: 'Address',
      cidr: 'Subnet',
      vlan: 'VLAN',
      assetnumber: 'Asset',
      name: 'Name',
      location: 'Location',
    },
    rows: (reader) => conflictRows.iterate(reader),
  }),
  report({
    key: 'subnet-occupancy',
    title: 'Occupancy of subnets',
    about: 'How many addresses of each subnet assets have, and how many are left.',
    stands: false,
    columns: {
      cidr: 'Subnet',
      vlan: 'VLAN',
      name: 'Name',
      location: 'Location',
      size: 'Addresses',
      used: 'In use',
      percent: 'Percent',
    },
    *rows(reader) {
      for (const row of occupancy.iterate(reader)) {
        const { first, last } = usableRangeOf(parseRange(row.cidr)!);
        const size = Number(last - first + 1n);
        yield { ...row, size, percent: Math.round((row.used / size) * 1000) / 10 };
      }
    },
  }),
];
