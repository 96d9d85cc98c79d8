import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDays } from '../src/kit/clock.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let hall: number;
const day = (days: number) =>
  addDays(
    site.app.host.db.read((reader) => reader.today),
    days,
  );
const create = async (path: string, body: object) => (await site.admin.post(`/api/${path}`, body)).data;
const list = async (query = '', caller = site.admin) => (await caller.get(`/api/dashboard/due${query}`)).data;
const titles = async (query = '', caller = site.admin): Promise<string[]> =>
  (await list(query, caller)).map(({ title }: { title: string }) => title);

beforeAll(async () => {
  site = await startSite();
  hall = (await create('locations', { location: 'Hall 1' })).locationid;
  const cell = await create('locations', { location: 'Cell 1', parentlocationid: hall });
  const { statusid } = await create('assets/statuses', { status: 'Scrapped', isretired: true });
  const tool = (assetnumber: string, days: number, more = {}) =>
    create('measuringtools', {
      assetnumber,
      lastcalibrationdate: day(days - 30),
      calibrationintervaldays: 30,
      ...more,
    });
  await tool('MT-LATE', -3, { name: 'Caliper', locationid: cell.locationid });
  await tool('MT-SOON', 5);
  await tool('MT-LATER', 20);
  await tool('MT-SCRAPPED', -9, { statusid });
  const { assetid } = await create('computers', { assetnumber: 'PC-1', hostname: 'pc-1', locationid: hall });
  await create('warranty', { warrantyname: 'Press service', enddate: day(2), assetids: [assetid] });
  const { osid } = await create('operatingsystems', { osname: 'Windows 7 Professional' });
  await create('computers', { assetnumber: 'PC-2', hostname: 'pc-2', osid, locationid: hall });
  await create('machines', { assetnumber: 'MC-1', eoldate: day(4) });
  await create('machines', { assetnumber: 'MC-GONE', eoldate: day(-40), statusid });
  await site.admin.post('/api/backups/assets', {
    assetid,
    backupdate: day(-10),
    intervaldays: 11,
    method: 'manual',
  });
});
afterAll(() => site.stop());

test('the list contains everything overdue or due within seven days, most urgent first', async () => {
  const rows = await list();
  expect(rows.map((row: { title: string; kind: string }) => [row.kind, row.title])).toEqual([
    ['endofsupport', 'Windows 7 Professional (1 computer)'],
    ['calibrations', 'MT-LATE Caliper'],
    ['backups', 'PC-1'],
    ['warranties', 'Press service'],
    ['endoflife', 'MC-1'],
    ['calibrations', 'MT-SOON'],
  ]);
  expect(rows[1]).toMatchObject({
    kindtitle: 'Calibrations',
    due: day(-3),
    daysleft: -3,
    isoverdue: true,
    location: 'Cell 1',
    href: expect.stringMatching(/^\/measuringtools\/\d+$/),
  });
  expect(rows[3]).toMatchObject({ isoverdue: false, daysleft: 2, location: 'Hall 1' });
});

test('the list filters by days, state, kind, place and text, sorts and pages', async () => {
  expect(await titles('?days=30&kind=calibrations')).toEqual(['MT-LATE Caliper', 'MT-SOON', 'MT-LATER']);
  expect(await titles('?days=1&state=upcoming')).toEqual(['PC-1']);
  expect(await titles('?state=overdue&kind=calibrations')).toEqual(['MT-LATE Caliper']);
  expect(await titles(`?locationid=${hall}&kind=calibrations`)).toEqual(['MT-LATE Caliper']);
  expect(await titles(`?locationid=${hall}&exact=true&kind=calibrations`)).toEqual([]);
  expect(await titles(`?locationid=${hall}&kind=warranties`)).toEqual(['Press service']);
  expect(await titles('?search=caliper')).toEqual(['MT-LATE Caliper']);
  expect(await titles('?sort=title&dir=desc&per_page=2&page=2&days=30')).toEqual(['PC-1', 'MT-SOON']);
  const { meta } = await site.admin.get('/api/dashboard/due?per_page=2');
  expect(meta.pagination).toMatchObject({ total: 6, pages: 3 });
});

test('the search of the list understands words, phrases, exclusions and keys', async () => {
  expect(await titles('?kind=calibrations&search=caliper+mt-late')).toEqual(['MT-LATE Caliper']);
  expect(await titles('?kind=calibrations&search="late+cal"')).toEqual(['MT-LATE Caliper']);
  expect(await titles('?kind=calibrations&search="caliper+mt"')).toEqual([]);
  expect(await titles('?kind=calibrations&search=-caliper')).toEqual(['MT-SOON']);
  expect(await titles('?search=location:"cell+1"')).toEqual(['MT-LATE Caliper']);
  expect(await titles('?search=kind:warrant|backup')).toEqual(['PC-1', 'Press service']);
  expect(await titles('?kind=calibrations&search=-has:location')).toEqual(['MT-SOON']);
  const { text } = await site.admin.get('/api/dashboard/due?search=-kind:calibrations+pc&format=csv');
  expect(text.trim().split('\r\n').slice(1)).toEqual([
    expect.stringContaining('Equipment backups,PC-1,Hall 1'),
  ]);
});

test('filters with operators apply to all days, to places within a place, and to the CSV', async () => {
  expect(await titles(`?locationid__in=${hall}&kind__in=calibrations,warranties`)).toEqual([
    'MT-LATE Caliper',
    'Press service',
  ]);
  expect(await titles(`?locationid__in=${hall}&kind__in=calibrations&exact=true`)).toEqual([]);
  // Without `days`, a filter by the day finds items after the next seven days.
  expect(await titles('?kind__in=calibrations&due__next=30d')).toEqual(['MT-SOON', 'MT-LATER']);
  expect(await titles('?kind__in=calibrations&due__next=30d&days=7')).toEqual(['MT-SOON']);
  const { text } = await site.admin.get('/api/dashboard/due?title__contains=mt-&isoverdue__in=1&format=csv');
  expect(text.trim().split('\r\n').slice(1)).toEqual([
    expect.stringContaining('Calibrations,MT-LATE Caliper,Cell 1'),
  ]);
});

test('each wrong parameter is one error', async () => {
  for (const query of ['days=-1', 'days=99999', 'kind=nothing', 'state=late', 'sort=nothing'])
    expect((await site.admin.get(`/api/dashboard/due?${query}`)).error.details.issues).toHaveLength(1);
});

test('the counts match the list, in all and by kind', async () => {
  const counts = (await site.admin.get('/api/dashboard/due/counts')).data;
  expect(counts).toMatchObject({ overdue: 2, week: 4, month: 5 });
  expect(counts.kinds).toContainEqual(
    expect.objectContaining({ kind: 'calibrations', title: 'Calibrations', overdue: 1, week: 1, month: 2 }),
  );
  const here = (await site.admin.get(`/api/dashboard/due/counts?locationid=${hall}&kind=calibrations`)).data;
  expect(here).toMatchObject({ overdue: 1, week: 0, month: 0 });
});

test('the CSV contains all rows', async () => {
  const { text } = await site.admin.get('/api/dashboard/due?days=30&format=csv');
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toBe('Due,Days left,Kind,Item,Location');
  expect(lines).toContain(`${day(-3)},-3,Calibrations,MT-LATE Caliper,Cell 1`);
  expect(lines).toHaveLength(8);
});

test('an anonymous caller gets the list only while the site allows anonymous reading', async () => {
  expect(await titles('?kind=calibrations', site.anonymous)).toEqual(['MT-LATE Caliper', 'MT-SOON']);
  await site.admin.put('/api/settings/anonymous_read', { value: 'none' });
  expect((await site.anonymous.get('/api/dashboard/due')).status).toBe(401);
  await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
});

test('a lent USB device is due after the days in the settings', async () => {
  const { usbdeviceid } = await create('usb', { assetnumber: 'USB-1', deviceid: 'STICK-1' });
  await site.admin.post(`/api/usb/${usbdeviceid}/checkout`, { holdersso: '123456789', holdername: 'Ada' });
  expect(await titles('?kind=returns')).toEqual([]);
  await site.admin.put('/api/settings/usb_overdue_days', { value: '4' });
  const [row] = await list('?kind=returns');
  expect(row).toMatchObject({ title: 'STICK-1', due: day(4), href: `/usb/${usbdeviceid}` });
  await site.admin.put('/api/settings/usb_overdue_days', { value: '0' });
});

test('items of one day are in the natural order of their titles', async () => {
  for (const assetnumber of ['NT 10', 'NT 2', 'nt 1'])
    await create('measuringtools', {
      assetnumber,
      lastcalibrationdate: day(0),
      calibrationintervaldays: 40,
    });
  const found = ['nt 1', 'NT 2', 'NT 10'];
  expect(await titles('?days=41&search=nt%20')).toEqual(found);
  expect(await titles('?days=41&search=nt%20&sort=title&dir=desc')).toEqual(found.toReversed());
});
