import { rights } from '../../src/features/catalog/index.ts';
import type { NavigationEntry } from '../../src/kit/contributions.ts';
import { networkdevices, subnets } from './tables.ts';

export const permissions = rights('network', 'network devices, their types and subnets');

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  {
    group: 'Assets',
    family: 'Network devices',
    title: 'Network devices',
    icon: 'network',
    path: '/network',
    usedBy: [networkdevices],
    order: 20,
  },
  {
    group: 'Assets',
    family: 'Network devices',
    title: 'Subnets',
    icon: 'stack-2',
    path: '/network/subnets',
    usedBy: [subnets],
    words: 'ip address range vlan',
    order: 22,
  },
  {
    group: 'Records',
    family: 'Lists',
    title: 'Network device types',
    icon: 'router',
    path: '/network/types',
  },
];
