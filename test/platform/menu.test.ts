import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import type { NavigationNode } from '../../src/kit/resource/descriptor.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins });
});
afterAll(() => site.stop());

const readMenu = async (caller: Site['admin']): Promise<NavigationNode[]> =>
  (await caller.get('/api/dashboard/navigation')).data;
/** Returns one line for each group: its title and those of its entries. */
const outline = (menu: NavigationNode[]): string[] =>
  menu.map(({ title, children = [] }) => [title, ...children.map((entry) => entry.title)].join(', '));
const listEntries = (menu: NavigationNode[]) => menu.flatMap((node) => node.children ?? [node]);
/** Returns the titles of the pages of one entry; undefined without tabs. */
const tabsOf = (menu: NavigationNode[], entry: string) =>
  listEntries(menu)
    .find(({ title }) => title === entry)
    ?.children?.map(({ title }) => title);

async function createViewer(): Promise<Site['admin']> {
  await site.admin.post('/api/setup/seed-starter');
  const roles: { rolename: string; permissions: string[] }[] = (await site.admin.get('/api/users/roles'))
    .data;
  return site.userWith(...roles.find(({ rolename }) => rolename === 'viewer')!.permissions);
}

test('the menu of an admin has 22 entries in 5 groups when all plugins run', async () => {
  const menu = await readMenu(site.admin);
  expect(outline(menu)).toEqual([
    'Dashboard',
    'Assets, All assets, Machines, Computers, Network devices, Printers, Measuring tools, Stores, Stocktake',
    'Floor, Floor plan, Screens',
    'Fleet, Agents, Commands, Enforcement',
    'Records, Due dates, Employees, Knowledge base, Lists, Reports',
    'Admin, Access, Settings, System',
    'Account, Secure send',
  ]);
  expect(listEntries(menu.filter(({ isaccount }) => !isaccount))).toHaveLength(22);
});

test('the pages of an entry are its tabs in their order', async () => {
  const menu = await readMenu(site.admin);
  expect(tabsOf(menu, 'All assets')).toEqual(['All assets', 'Imports', 'Possible duplicates']);
  expect(tabsOf(menu, 'Stocktake')).toEqual(['Start stocktake', 'Stocktakes']);
  expect(tabsOf(menu, 'Floor plan')).toEqual(['Floor plan', 'Locations']);
  expect(tabsOf(menu, 'Screens')).toEqual(['Slides', 'Notices', 'Displays']);
  expect(tabsOf(menu, 'Lists')?.slice(0, 4)).toEqual(['Lists', 'Vendors', 'Models', 'Business units']);
  expect(tabsOf(menu, 'Agents')).toEqual([
    'Enrollment',
    'Bootstrap tokens',
    'Agent builds',
    'Agent upgrades',
    'Operator reports',
  ]);
  expect(tabsOf(menu, 'Access')).toEqual(['Users', 'Roles', 'API tokens', 'Kiosk devices']);
  expect(tabsOf(menu, 'System')).toEqual([
    'This appliance',
    'Backups of the appliance',
    'Jobs',
    'Plugins',
    'Server certificate',
    'Mail and webhooks',
    'Audit log',
  ]);
});

test('a viewer gets no admin pages, and an entry with a single page has the title of the page', async () => {
  const menu = await readMenu(await createViewer());
  expect(outline(menu)).toEqual([
    'Dashboard',
    'Assets, All assets, Machines, Computers, Network devices, Printers, Measuring tools, Stores, Stocktakes',
    'Floor, Floor plan, Notices',
    'Fleet, Commands',
    'Records, Due dates, Employees, Knowledge base, Lists, Reports',
  ]);
  expect(tabsOf(menu, 'All assets')).toEqual(['All assets', 'Possible duplicates']);
});

test('an entry is marked while nothing uses its pages, for callers who may open them', async () => {
  const listUnused = async (caller = site.admin) =>
    listEntries(await readMenu(caller)).flatMap(({ title, isunused }) => (isunused ? [title] : []));
  const before = await listUnused();
  expect(before).toContain('Measuring tools');
  expect(before).toContain('Enforcement');
  expect(before).not.toContain('Computers');
  const viewer = await createViewer();
  expect(await listUnused(viewer)).not.toContain('Enforcement');
  const tool = await site.admin.post('/api/measuringtools', { assetnumber: 'MT-1', name: 'Caliper' });
  expect(tool.status).toBe(201);
  expect(await listUnused()).not.toContain('Measuring tools');
  expect(await listUnused(viewer)).not.toContain('Measuring tools');
});

test('a tab is marked while nothing uses its page', async () => {
  const listUnused = async (entry: string) =>
    listEntries(await readMenu(site.admin))
      .find(({ title }) => title === entry)
      ?.children?.flatMap(({ title, isunused }) => (isunused ? [title] : []));
  expect(await listUnused('Agents')).toEqual(['Agent builds', 'Agent upgrades', 'Operator reports']);
  expect(await listUnused('Screens')).toContain('Notices');
  const { status } = await site.admin.post('/api/notifications', { notification: 'Fire drill at noon' });
  expect(status).toBe(201);
  expect(await listUnused('Screens')).not.toContain('Notices');
});

test('a disabled plugin contributes no tab, and no entry when it had all of its pages', async () => {
  const names = plugins.map(({ id }) => id).filter((id) => id !== 'slides' && id !== 'endpoints');
  const smaller = await startSite({ plugins, config: { plugins: names.filter((id) => id !== 'enforce') } });
  try {
    const menu = await readMenu(smaller.admin);
    expect(tabsOf(menu, 'Screens')).toEqual(['Notices', 'Displays']);
    expect(outline(menu).filter((line) => line.startsWith('Fleet'))).toEqual([]);
    expect(tabsOf(menu, 'System')).not.toContain('Server certificate');
  } finally {
    await smaller.stop();
  }
});

test('the catalog lists have their purpose and number of active entries', async () => {
  const read = async (caller: Site['admin'], path: string) =>
    (await caller.get('/api/dashboard/lists')).data.find((list: { path: string }) => list.path === path);
  const before = await read(site.admin, '/businessunits');
  expect(before).toEqual({
    title: 'Business units',
    icon: 'building',
    path: '/businessunits',
    description: 'Owners of assets: departments, lines, cost centers.',
    count: expect.any(Number),
  });
  const unit = await site.admin.post('/api/businessunits', { businessunit: 'Casting' });
  expect((await read(site.admin, '/businessunits')).count).toBe(before.count + 1);
  await site.admin.delete(`/api/businessunits/${unit.data.businessunitid}`);
  expect((await read(site.admin, '/businessunits')).count).toBe(before.count);
  expect(await read(await site.userWith('assets.view'), '/notifications/types')).toBeUndefined();
  expect(await read(site.admin, '/lists')).toBeUndefined();
});

test('the page Lists contains the locations and the lists of plugins, but no register of assets', async () => {
  const titles = (await site.admin.get('/api/dashboard/lists')).data.map(
    ({ title }: { title: string }) => title,
  );
  expect(titles).toEqual([
    'Access protocols',
    'Asset statuses',
    'Asset types',
    'Business units',
    'Computer types',
    'Connection types',
    'Label templates',
    'Locations',
    'Machine controllers',
    'Machine types',
    'Measuring tool types',
    'Models',
    'Network device types',
    'Notice types',
    'Operating systems',
    'Support teams',
    'USB device types',
    'Vendors',
  ]);
});
