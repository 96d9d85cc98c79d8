import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ids: Record<string, number>;
let typeid: number;

/** Assets by number: their fields, with names for references. */
const ASSETS: Record<string, Record<string, string | undefined>> = {
  A1: { name: 'Lathe', serialnumber: 'SN-1', location: 'Hall A', vendor: 'Acme', status: 'In use' },
  A2: { name: 'Fräse', serialnumber: 'sn-2', location: 'Cell A1', vendor: 'Über Werke', status: 'In stock' },
  A3: { name: 'Press, big', location: 'Hall B', status: 'In repair' },
  A4: { name: '100% "press"', vendor: 'Acme', status: 'In use' },
};

beforeAll(async () => {
  site = await startSite();
  const create = async (path: string, body: object, id: string) =>
    (await site.admin.post(path, body)).data[id] as number;
  const hall = await create('/api/locations', { location: 'Hall A' }, 'locationid');
  ids = {
    'Hall A': hall,
    'Cell A1': await create('/api/locations', { location: 'Cell A1', parentlocationid: hall }, 'locationid'),
    'Hall B': await create('/api/locations', { location: 'Hall B' }, 'locationid'),
    Acme: await create('/api/vendors', { vendor: 'Acme' }, 'vendorid'),
    'Über Werke': await create('/api/vendors', { vendor: 'Über Werke' }, 'vendorid'),
  };
  const statuses = (await site.admin.get('/api/assets/statuses?per_page=100')).data;
  for (const { status, statusid } of statuses) ids[status] = statusid;
  const types = (await site.admin.get('/api/assets/types?per_page=100')).data;
  typeid = types.find(({ assettype }: { assettype: string }) => assettype === 'Other').assettypeid;
  for (const [assetnumber, { name, serialnumber, location, vendor, status }] of Object.entries(ASSETS)) {
    const answer = await site.admin.post('/api/assets', {
      assetnumber,
      name,
      serialnumber,
      assettypeid: typeid,
      locationid: location && ids[location],
      vendorid: vendor && ids[vendor],
      statusid: ids[status!],
    });
    if (answer.status !== 201) throw new Error(answer.text);
  }
});
afterAll(() => site.stop());

const numbers = async (query: string, path = '/api/assets'): Promise<string> => {
  const type = path === '/api/assets' ? `&typeid=${typeid}` : '';
  const { status, data, text } = await site.admin.get(`${path}?${query}${type}`);
  if (status !== 200) throw new Error(text);
  return data.map(({ assetnumber }: { assetnumber: string }) => assetnumber).join(' ');
};
const at = (query: string) => query.replace(/\{([^}]+)\}/g, (_all, name: string) => String(ids[name]));

test.each([
  ['serialnumber__in=SN-2,SN-1', 'A1 A2'],
  ['name__in=fRÄSE', 'A2'],
  ['name__in="press, BIG",lathe', 'A1 A3'],
  ['name__in=lathe,,%20', 'A1'],
  ['serialnumber__not=SN-1', 'A2 A3 A4'],
  ['name__not=Press,%20big', 'A1 A2 A4'],
  ['serialnumber__empty=true', 'A3 A4'],
  ['serialnumber__empty=false', 'A1 A2'],
  ['name__contains=PRESS', 'A3 A4'],
  ['name__contains=0%25', 'A4'],
  ['name__contains=RÄs', 'A2'],
  ['statusid__in={In use},{In repair}', 'A1 A3 A4'],
  ['statusid__not={In use},{In repair}', 'A2'],
  ['vendorid__empty=1', 'A3'],
  ['vendor__contains=acm', 'A1 A4'],
  ['vendor__in=ÜBER%20WERKE', 'A2'],
  ['vendor__not=acme', 'A2 A3'],
  ['vendor__empty=true', 'A3'],
  ['name__contains=press&statusid__in={In repair}', 'A3'],
])('the list returns the matching assets for %s', async (query, expected) => {
  expect(await numbers(at(query))).toBe(expected);
});

test('a place matches with all places within it, and not includes assets without a place', async () => {
  expect(await numbers(at('locationid__in={Hall A}'))).toBe('A1 A2');
  expect(await numbers(at('locationid__in={Hall A}&exact=true'))).toBe('A1');
  expect(await numbers(at('locationid__in={Hall B},{Cell A1}'))).toBe('A2 A3');
  expect(await numbers(at('locationid__not={Hall A}'))).toBe('A3 A4');
  expect(await numbers(at('locationid__not={Hall A}&exact=true'))).toBe('A2 A3 A4');
  expect(await numbers(at('location__contains=hall'))).toBe('A1 A3');
});

test('the total of a list counts the matching assets only', async () => {
  const { meta } = await site.admin.get(`/api/assets?serialnumber__empty=true&per_page=1&typeid=${typeid}`);
  expect(meta.pagination).toMatchObject({ total: 2, pages: 2 });
});

test('numbers, dates and instants have ranges and periods', async () => {
  const { data } = await site.admin.get('/api/assets?search=A1');
  const [{ assetid, createddate }] = data;
  expect(await numbers(`assetid__gte=${assetid}&assetid__lte=${assetid + 1}`)).toBe('A1 A2');
  expect(await numbers(`assetid__in=${assetid},${assetid + 2}`)).toBe('A1 A3');
  const day = createddate.slice(0, 10);
  expect(await numbers(`createddate__lte=${day}&createddate__gte=${day}`)).toBe('A1 A2 A3 A4');
  expect(await numbers(`createddate__in=${createddate}`)).toContain('A1');
  expect(await numbers(`createddate__not=${day}`)).toBe('');
  expect(await numbers('createddate__last=12h')).toBe('A1 A2 A3 A4');
  expect(await numbers('createddate__next=30d')).toBe('');
});

test('dates of an extension are filtered by period', async () => {
  const today = site.clock.now().toISOString().slice(0, 10);
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  for (const [n, days] of [-5, 5, 50, undefined].entries()) {
    const answer = await site.admin.post('/api/measuringtools', {
      assetnumber: `T${n}`,
      calibrationintervaldays: days && 100,
      lastcalibrationdate: days && day(days - 100),
    });
    expect([n, answer.status]).toEqual([n, 201]);
  }
  const tools = (query: string) => numbers(query, '/api/measuringtools');
  expect(await tools('calibrationduedate__last=30d')).toBe('T0');
  expect(await tools('calibrationduedate__next=30d')).toBe('T1');
  expect(await tools('calibrationduedate__next=48h')).toBe('');
  expect(await tools(`calibrationduedate__gte=${day(5)}`)).toBe('T1 T2');
  expect(await tools(`calibrationduedate__in=${day(5)},${day(50)}`)).toBe('T1 T2');
  expect(await tools('calibrationduedate__empty=true')).toBe('T3');
  expect(await tools(`assetnumber__in=T0,T3&calibrationduedate__lte=${day(0)}`)).toBe('T0');
  expect(await tools('calibrationstate__in=overdue,ok')).toBe('T0 T2');
  expect(await tools('calibrationstate__not=overdue,ok')).toBe('T3 T1');
  expect(await tools('calibrationstate__empty=true')).toBe('');
});

test.each([
  ['statusid__gte=1', 'statusid__gte'],
  ['statusid__in=', 'statusid__in'],
  ['statusid__in=a', 'statusid__in'],
  ['name__last=3d', 'name__last'],
  ['createddate__last=3', 'createddate__last'],
  ['createddate__gte=2026-02-30', 'createddate__gte'],
  ['name__empty=perhaps', 'name__empty'],
  ['name__like=x', 'name__like'],
  ['unknown__in=x', 'unknown__in'],
  ['cf_unknown=x', 'cf_unknown'],
  [`name__contains=${'x'.repeat(256)}`, 'name__contains'],
  ['mapx__gte=wide', 'mapx__gte'],
  ['mapx__gte=1e999', 'mapx__gte'],
  ['mapx__gte=Infinity', 'mapx__gte'],
])('the list returns 400 and names the parameter for %s', async (query, parameter) => {
  for (const path of ['/api/assets', '/api/assets?format=csv']) {
    const { status, error } = await site.admin.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
    expect(status).toBe(400);
    expect(error.details.issues[0].path).toBe(parameter);
  }
});

test('the CSV and the filter of a bulk edit have the same operators', async () => {
  const { text } = await site.admin.get('/api/assets?name__contains=press&format=csv');
  expect(text.split('\n').flatMap((line) => /\bA\d\b/.exec(line)?.[0] ?? [])).toEqual(['A3', 'A4']);
  const bulk = (filter: object) =>
    site.admin.patch('/api/assets/bulk', { filter: { ...filter, typeid }, changes: { notes: 'checked' } });
  expect((await bulk({ name__contains: 'press' })).data).toEqual({ matched: 2, changed: 2 });
  expect((await bulk({ statusid__in: [ids['In use'], ids['In stock']] })).data.matched).toBe(3);
  const refused = await bulk({ name__gte: 'a' });
  expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'name__gte']);
  expect((await bulk({ nickname: 'a' })).status).toBe(400);
});

test('a filter by a hidden field returns 401 to anonymous callers, and a secret has no filter', async () => {
  const personal = '/api/computers?loggedinuser__contains=a';
  expect((await site.admin.get(personal)).status).toBe(200);
  await site.admin.put('/api/settings/anonymous_read', { value: 'basic' });
  try {
    expect((await site.anonymous.get(personal)).status).toBe(401);
    expect((await site.anonymous.get('/api/computers?hostname__contains=a')).status).toBe(200);
  } finally {
    await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
  }
});

test('inactive records are found by their state', async () => {
  const { data } = await site.admin.get('/api/assets?search=A4');
  await site.admin.delete(`/api/assets/${data[0].assetid}`);
  try {
    expect(await numbers('isactive__in=false')).toBe('A4');
    expect(await numbers('vendor__in=acme')).toBe('A1');
  } finally {
    await site.admin.put(`/api/assets/${data[0].assetid}`, { isactive: true });
  }
});

test.each([
  ['notes__in', (at: number) => `ä${at.toString(36)}`],
  ['createddate__in', (at: number) => new Date(Date.UTC(1990, 0, 1 + at)).toISOString().slice(0, 10)],
])('%s takes as many values as a filter may have', async (parameter, valueAt) => {
  const list = (length: number) =>
    encodeURIComponent(Array.from({ length }, (_, at) => valueAt(at)).join(','));
  const many = await site.admin.get(`/api/assets?${parameter}=${list(1000)}`);
  expect([many.status, many.meta?.pagination.total]).toEqual([200, 0]);
  const others = await site.admin.get(`/api/assets?${parameter.replace('__in', '__not')}=${valueAt(0)}`);
  expect(others.meta.pagination.total).toBeGreaterThan(0);
  const more = await site.admin.get(`/api/assets?${parameter}=${list(1001)}`);
  expect([more.status, more.error.message]).toEqual([400, `${parameter}: Enter at most 1000 values.`]);
});

test('the last of many values of a text is found', async () => {
  const texts = [...Array.from({ length: 999 }, (_, at) => `ä${at.toString(36)}`), 'WIRD GEPRÜFT'];
  const { assetid } = (await site.admin.get('/api/assets?search=A2')).data[0];
  const setNotes = (notes: string | null) => site.admin.put(`/api/assets/${assetid}`, { notes });
  expect((await setNotes('Wird geprüft')).status).toBe(200);
  expect(await numbers(`notes__in=${encodeURIComponent(texts.join(','))}`)).toBe('A2');
  expect((await setNotes(null)).status).toBe(200);
});
