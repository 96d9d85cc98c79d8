import { report } from '../../src/kit/report.ts';
import { conflictRows, occupancy } from './subnets/queries.ts';
import { parseRange, usableRangeOf } from './subnets/ranges.ts';

export const reports = [
  report({
    key: 'address-conflicts',
    title: 'IP address conflicts',
    about: 'IP addresses in registered subnets that more than one active asset uses.',
    needs: 'login',
    placeRegister: false,
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
    title: 'Usage of subnets',
    about: 'Used and free addresses of each subnet.',
    placeRegister: false,
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
