import type { NavigationEntry } from '../../kit/contributions.ts';

export const permissions = {
  'assets.view': 'View assets and their files, and use the search',
  'assets.create': 'Create assets and catalog entries',
  'assets.edit': 'Change assets, their location and their connections',
  'assets.delete': 'Deactivate assets and delete catalog entries',
  'applications.view': 'View applications and their versions',
  'applications.create': 'Create applications',
  'applications.edit': 'Change and delete applications, upload packages',
  'applications.download': 'Download installer packages',
} as const;

const catalogPages: [title: string, icon: string, path: string, family?: 'Lists' | 'Vendors and models'][] = [
  ['Locations', 'map-pin', '/locations'],
  ['Vendors', 'building-factory-2', '/vendors', 'Vendors and models'],
  ['Models', 'versions', '/models', 'Vendors and models'],
  ['Business units', 'building', '/businessunits', 'Lists'],
  ['Operating systems', 'brand-windows', '/operatingsystems', 'Lists'],
  ['Asset types', 'category', '/assets/types', 'Lists'],
  ['Asset statuses', 'progress-check', '/assets/statuses', 'Lists'],
  ['Connection types', 'arrows-exchange', '/assets/relationshiptypes', 'Lists'],
  ['Access protocols', 'plug-connected', '/protocols', 'Lists'],
  ['Support teams', 'headset', '/supportteams', 'Lists'],
];

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  {
    group: 'Assets',
    family: 'All assets',
    title: 'All assets',
    icon: 'box',
    path: '/assets',
    order: 1,
    shortcut: 'a',
  },
  {
    group: 'Assets',
    family: 'Computers',
    title: 'Applications',
    icon: 'apps',
    path: '/applications',
    words: 'software program license',
    needs: 'applications.view',
    order: 14,
  },
  {
    group: 'Assets',
    family: 'All assets',
    title: 'Possible duplicates',
    icon: 'versions',
    path: '/assets/collisions',
    words: 'merge same twice',
    needs: 'assets.view',
    order: 3,
  },
  {
    group: 'Catalog',
    family: 'Lists',
    title: 'Lists',
    icon: 'list-details',
    path: '/lists',
    isIndex: true,
    order: 3,
  },
  ...catalogPages.map(
    ([title, icon, path, family], index): NavigationEntry<never> => ({
      group: 'Catalog',
      family,
      title,
      icon,
      path,
      order: family === 'Lists' ? index + 1 : index,
    }),
  ),
];
