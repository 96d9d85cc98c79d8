import type { NavigationEntry, Permission } from '../../src/kit/contributions.ts';

export const permissions: Permission[] = [
  { name: 'computers.view', description: 'Use the computer pages' },
  { name: 'computers.create', description: 'Create computers, record installs and reports' },
  { name: 'computers.edit', description: 'Change computers' },
  { name: 'computers.delete', description: 'Deactivate computers, remove installs' },
];

export const navigation: NavigationEntry[] = [
  { group: 'Assets', title: 'Computers', icon: 'device-desktop', path: '/computers', order: 10 },
  {
    group: 'Catalog',
    title: 'Computer types',
    icon: 'device-desktop-cog',
    path: '/computers/types',
    order: 20,
  },
];
