import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
const assetids: Record<string, number> = {};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Values of the custom fields of each asset. C4 and C5 have none, and C5 is of another type. */
const VALUES: Record<string, Record<string, unknown>> = {
  C1: { costcenter: '4711', power: 9, checked: daysAgo(9), insured: true, color: 'Red' },
  C2: { costcenter: 'Süd', power: 10, checked: daysAgo(60), insured: false, color: 'Green, dark' },
  C3: { costcenter: 'sued', power: 2.5 },
  C4: {},
  C5: {},
};

beforeAll(async () => {
  site = await startSite();
  const types: { assettype: string; assettypeid: number }[] = (await site.admin.get('/api/assets/types'))
    .data;
  const typeOf = (name: string) => types.find(({ assettype }) => assettype === name)!.assettypeid;
  const field = async (fieldname: string, fieldtype: string, more: object = {}) => {
    const answer = await site.admin.post('/api/customfields', {
      fieldname,
      fieldtype,
      assettypeid: typeOf('Computer'),
      ...more,
    });
    if (answer.status !== 201) throw new Error(answer.text);
  };
  await field('costcenter', 'text', { assettypeid: null });
  await field('power', 'number');
  await field('checked', 'date');
  await field('insured', 'boolean');
  await field('color', 'select', { options: ['Red', 'Green, dark'] });
  for (const [assetnumber, values] of Object.entries(VALUES)) {
    const isPc = assetnumber !== 'C5';
    const { data } = isPc
      ? await site.admin.post('/api/computers', { assetnumber, hostname: `pc-${assetnumber}` })
      : await site.admin.post('/api/assets', { assetnumber, assettypeid: typeOf('Other') });
    assetids[assetnumber] = data.assetid;
    const { status, text } = await site.admin.put(`/api/assets/${data.assetid}/customfields`, { values });
    if (status !== 200) throw new Error(text);
  }
});
afterAll(() => site.stop());

const numbers = async (query: string, path = '/api/assets'): Promise<string> => {
  const { status, data, text } = await site.admin.get(`${path}?${query}`);
  if (status !== 200) throw new Error(text);
  return data.map(({ assetnumber }: { assetnumber: string }) => assetnumber).join(' ');
};
const valuesOf = async (assetnumber: string) => {
  const { data } = await site.admin.get(`/api/assets/${assetids[assetnumber]}/customfields`);
  return Object.fromEntries(
    data.flatMap(({ fieldname, value }: { fieldname: string; value: unknown }) =>
      value === null ? [] : [[fieldname, value]],
    ),
  );
};

test.each([
  ['cf_costcenter=4711', 'C1'],
  ['cf_CostCenter__in=SÜD,4711', 'C1 C2'],
  ['cf_costcenter__not=4711', 'C2 C3 C4 C5'],
  ['cf_costcenter__contains=S', 'C2 C3'],
  ['cf_costcenter__empty=true', 'C4 C5'],
  ['cf_costcenter__empty=false', 'C1 C2 C3'],
  ['cf_power__gte=9', 'C1 C2'],
  ['cf_power__lte=9.5', 'C1 C3'],
  ['cf_power__in=2.5,10', 'C2 C3'],
  ['cf_checked__last=30d', 'C1'],
  [`cf_checked__lte=${daysAgo(30)}`, 'C2'],
  ['cf_insured__in=true', 'C1'],
  ['cf_insured__not=true', 'C2 C3 C4 C5'],
  ['cf_color=Green, dark', 'C2'],
  ['cf_color__in="Green, dark",Red', 'C1 C2'],
  ['cf_costcenter__empty=false&cf_power__gte=5', 'C1 C2'],
])('the list returns the assets whose custom field matches %s', async (query, expected) => {
  expect(await numbers(query)).toBe(expected);
});

test('the list of a type has the custom fields of its type and of all types', async () => {
  expect(await numbers('cf_costcenter__empty=true', '/api/computers')).toBe('C4');
  expect((await site.admin.get('/api/printers?cf_power__gte=1')).status).toBe(400);
  expect((await site.admin.get('/api/vendors?cf_power__gte=1')).status).toBe(400);
});

test.each([
  'cf_power__contains=1',
  'cf_power__in=much',
  'cf_color=Blue',
  'cf_nothing__in=1',
  'cf_checked__gte=1',
])('the list returns 400 and names the parameter for %s', async (query) => {
  const { status, error } = await site.admin.get(`/api/assets?${query}`);
  expect([status, error.details.issues[0].path]).toEqual([400, query.split('=')[0]]);
});

test('the list is sorted by a custom field with missing values last', async () => {
  expect(await numbers('sort=cf_power')).toBe('C3 C1 C2 C4 C5');
  expect(await numbers('sort=cf_power&dir=desc')).toBe('C5 C4 C2 C1 C3');
  expect(await numbers('sort=cf_costcenter&cf_costcenter__not=4711', '/api/computers')).toBe('C2 C3 C4');
  expect(await numbers('sort=cf_power&dir=desc&search=pc', '/api/computers')).toBe('C4 C2 C1 C3');
  expect(await numbers('sort=cf_power&per_page=2&page=2')).toBe('C2 C4');
  expect((await site.admin.get('/api/assets?sort=cf_nothing')).status).toBe(400);
});

test('a bulk edit sets and clears custom fields, and its undo restores them', async () => {
  const edit = (changes: object, ...assets: string[]) =>
    site.admin.patch('/api/assets/bulk', { ids: assets.map((asset) => assetids[asset]), changes });
  const before = await Promise.all(['C2', 'C3'].map(valuesOf));
  const { data, status, headers } = await edit(
    { cf_costcenter: '42', cf_power: null, notes: 'x' },
    'C2',
    'C3',
  );
  expect([status, data]).toEqual([200, { matched: 2, changed: 2 }]);
  expect(await valuesOf('C2')).toEqual({ ...VALUES.C2, costcenter: '42', power: undefined });
  expect(await valuesOf('C3')).toEqual({ costcenter: '42' });
  expect((await site.admin.get('/api/auditlogs?per_page=1')).text).toContain('cf_costcenter');
  const undone = await site.admin.post(`/api/auditlogs/${headers.get('x-audit-id')}/undo`);
  expect(undone.status).toBe(200);
  expect(await Promise.all(['C2', 'C3'].map(valuesOf))).toEqual(before);
});

test('a bulk edit with a custom field that an asset does not have changes nothing', async () => {
  const ids = ['C1', 'C5'].map((asset) => assetids[asset]);
  for (const changes of [
    { cf_power: 3, notes: 'x' },
    { cf_costcenter: 'a', cf_color: 'Blue' },
    { cf_no: 1 },
  ]) {
    const { status, error } = await site.admin.patch('/api/assets/bulk', { ids, changes });
    expect(status).toBe(400);
    expect(error.details.issues[0].path).toMatch(/^changes\.cf_(power|color|no)$/);
  }
  expect(await valuesOf('C1')).toEqual(VALUES.C1!);
  expect((await site.admin.get(`/api/assets/${assetids.C1}`)).data.notes).toBeNull();
});
