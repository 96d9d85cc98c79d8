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

const catalogPages: [title: string, icon: string, path: string][] = [
  ['Locations', 'map-pin', '/locations'],
  ['Business units', 'building', '/businessunits'],
  ['Vendors', 'building-factory-2', '/vendors'],
  ['Models', 'versions', '/models'],
  ['Operating systems', 'brand-windows', '/operatingsystems'],
  ['Asset types', 'category', '/assets/types'],
  ['Asset statuses', 'progress-check', '/assets/statuses'],
  ['Connection types', 'arrows-exchange', '/assets/relationshiptypes'],
  ['Access protocols', 'plug-connected', '/protocols'],
  ['Support teams', 'headset', '/supportteams'],
];

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  { group: 'Assets', title: 'All assets', icon: 'box', path: '/assets', order: 1, shortcut: 'a' },
  {
    group: 'Assets',
    title: 'Applications',
    icon: 'apps',
    path: '/applications',
    needs: 'applications.view',
    order: 90,
  },
  {
    group: 'Records',
    title: 'Possible duplicates',
    icon: 'versions',
    path: '/assets/collisions',
    needs: 'assets.view',
    order: 80,
  },
  ...catalogPages.map(
    ([title, icon, path], index): NavigationEntry<never> => ({
      group: 'Catalog',
      title,
      icon,
      path,
      order: index,
    }),
  ),
];
