import type { NavigationEntry, Permission } from '../../kit/contributions.ts';

export const permissions: Permission[] = [
  { name: 'assets.view', description: 'Use the search' },
  { name: 'assets.create', description: 'Create assets and catalog entries' },
  { name: 'assets.edit', description: 'Change assets, their place and their relationships' },
  { name: 'assets.delete', description: 'Deactivate assets and delete catalog entries' },
  { name: 'applications.view', description: 'See applications and their versions' },
  { name: 'applications.create', description: 'Create applications' },
  { name: 'applications.edit', description: 'Change and delete applications, upload packages' },
  { name: 'applications.download', description: 'Download installer packages' },
];

const catalogPages: [title: string, icon: string, path: string][] = [
  ['Locations', 'map-pin', '/locations'],
  ['Business units', 'building', '/businessunits'],
  ['Vendors', 'building-factory-2', '/vendors'],
  ['Models', 'versions', '/models'],
  ['Operating systems', 'brand-windows', '/operatingsystems'],
  ['Asset types', 'category', '/assets/types'],
  ['Asset statuses', 'progress-check', '/assets/statuses'],
  ['Relationship types', 'arrows-exchange', '/assets/relationshiptypes'],
  ['Access protocols', 'plug-connected', '/protocols'],
  ['Support teams', 'headset', '/supportteams'],
];

export const navigation: NavigationEntry[] = [
  { group: 'Assets', title: 'All assets', icon: 'box', path: '/assets', order: 1 },
  {
    group: 'Assets',
    title: 'Applications',
    icon: 'apps',
    path: '/applications',
    needs: 'applications.view',
    order: 90,
  },
  ...catalogPages.map(
    ([title, icon, path], index): NavigationEntry => ({ group: 'Catalog', title, icon, path, order: index }),
  ),
];
