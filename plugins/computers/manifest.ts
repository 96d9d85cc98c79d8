import type { NavigationEntry } from '../../src/kit/contributions.ts';

export const permissions = {
  'computers.view': 'Use the computer pages',
  'computers.create': 'Create computers, record installations and reports',
  'computers.edit': 'Change computers',
  'computers.delete': 'Deactivate computers, remove installations',
} as const;

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  {
    group: 'Assets',
    family: 'Computers',
    title: 'Computers',
    icon: 'device-desktop',
    path: '/computers',
    words: 'pcs agents windows laptop server fleet',
    order: 10,
    shortcut: 'c',
  },
  {
    group: 'Records',
    family: 'Lists',
    title: 'Computer types',
    icon: 'device-desktop-cog',
    path: '/computers/types',
  },
];
