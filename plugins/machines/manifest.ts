import { rights } from '../../src/features/catalog/index.ts';
import type { NavigationEntry } from '../../src/kit/contributions.ts';

export const permissions = rights('machines', 'machines, their types and controllers');

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  { group: 'Assets', title: 'Machines', icon: 'engine', path: '/machines', order: 5, shortcut: 'm' },
  {
    group: 'Records',
    family: 'Lists',
    title: 'Machine types',
    icon: 'engine',
    path: '/machines/types',
  },
  {
    group: 'Records',
    family: 'Lists',
    title: 'Machine controllers',
    icon: 'cpu',
    path: '/machines/controllers',
  },
];
