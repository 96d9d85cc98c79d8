import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../plugins/index.ts';
import type { PlaceSelection } from '../src/kit/resource/place-filter.ts';
import type { Input } from '../src/kit/resource/register.ts';
import { toolsPlugin } from './fixtures/plugins/tools/index.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
const ids: Record<string, number> = {};
const create = async (path: string, body: Input, id: string): Promise<number> =>
  (await site.admin.post(path, body)).data[id];

beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, toolsPlugin] });
  const place = (location: string, parentlocationid?: number) =>
    create('/api/locations', { location, parentlocationid }, 'locationid');
  const unit = (businessunit: string, parentbusinessunitid?: number) =>
    create('/api/businessunits', { businessunit, parentbusinessunitid }, 'businessunitid');
  ids.plant = await place('Plant');
  ids.hall = await place('Hall', ids.plant);
  ids.cell = await place('Cell', ids.hall);
  ids.yard = await place('Yard');
  ids.works = await unit('Works');
  ids.milling = await unit('Milling', ids.works);
  ids.app = await create('/api/applications', { appname: 'CAD' }, 'appid');
  for (const [name, locationid, businessunitid] of [
    ['plant', ids.plant, ids.works],
    ['hall', ids.hall, ids.milling],
    ['cell', ids.cell, null],
    ['yard', ids.yard, null],
    ['nowhere', null, null],
  ] as const) {
    const place = { locationid, businessunitid };
    const pc = { ...place, assetnumber: `C-${name}`, hostname: name };
    const computerid = await create('/api/computers', pc, 'computerid');
    await site.admin.post(`/api/computers/${computerid}/apps`, { appid: ids.app });
    const toolid = await create('/api/tools', { ...place, assetnumber: `T-${name}` }, 'toolid');
    await site.admin.post(`/api/tools/${toolid}/calibrate`, { doneon: '2026-01-01', verdict: 'fail' });
  }
});
afterAll(() => site.stop());

interface Rows {
  numbers: string[];
  sum: number;
}

/** Returns the rows of a report. Expects that the CSV has the same number of rows. */
async function runReport(key: string, query: string): Promise<Rows> {
  const { status, data } = await site.anonymous.get(`/api/reports/${key}?${query}`);
  expect(status).toBe(200);
  const csv = await site.anonymous.get(`/api/reports/${key}?${query}&format=csv`);
  expect(csv.text.trim().split('\r\n')).toHaveLength(data.rows.length + 1);
  return {
    numbers: data.rows.map((row: Input) => row.assetnumber).sort(),
    sum: data.rows.reduce((sum: number, row: Input) => sum + Number(row.count ?? row.computers ?? 0), 0),
  };
}

const stand = (...names: string[]) => names.map((name) => `C-${name}`).sort();

test('a place includes all places within it unless exact=true is passed', async () => {
  const silent = async (query: string) => (await runReport('stale-computers', query)).numbers;
  expect(await silent('')).toEqual(stand('cell', 'hall', 'nowhere', 'plant', 'yard'));
  expect(await silent(`locationid=${ids.plant}`)).toEqual(stand('cell', 'hall', 'plant'));
  expect(await silent(`location_id=${ids.hall}`)).toEqual(stand('cell', 'hall'));
  expect(await silent(`locationid=${ids.plant}&exact=true`)).toEqual(stand('plant'));
  expect(await silent(`locationid=${ids.plant}&exact=false`)).toEqual(stand('cell', 'hall', 'plant'));
  expect(await silent(`businessunitid=${ids.works}`)).toEqual(stand('hall', 'plant'));
  expect(await silent(`business_unit_id=${ids.works}&exact=1`)).toEqual(stand('plant'));
});

test('the filters by location, by business unit and by the report apply together', async () => {
  const silent = async (query: string) => (await runReport('stale-computers', query)).numbers;
  expect(await silent(`locationid=${ids.hall}&businessunitid=${ids.works}`)).toEqual(stand('hall'));
  expect(await silent(`locationid=${ids.yard}&business_unit_id=${ids.works}`)).toEqual([]);
  expect(await silent(`locationid=${ids.hall}&days=5`)).toEqual(stand('cell', 'hall'));
  const software = async (query: string) => (await runReport('software-inventory', query)).sum;
  expect(await software(`locationid=${ids.hall}&name=cad`)).toBe(2);
  expect(await software(`locationid=${ids.hall}&name=nothing`)).toBe(0);
});

test('each report over assets counts only those of the place', async () => {
  const sums = (key: string) =>
    Promise.all(
      ['', `locationid=${ids.plant}`, `businessunitid=${ids.milling}`].map((query) => runReport(key, query)),
    );
  expect((await sums('assets-by-status')).map(({ sum }) => sum)).toEqual([10, 6, 2]);
  expect((await sums('software-inventory')).map(({ sum }) => sum)).toEqual([5, 3, 1]);
  expect((await sums('map-unplaced')).map(({ numbers }) => numbers.length)).toEqual([10, 6, 2]);
  const scrapped = { status: 'Scrapped', isretired: true };
  const { statusid } = (await site.admin.post('/api/assets/statuses', scrapped)).data;
  await site.admin.post('/api/assets', { assetnumber: 'SCRAP-1', assettypeid: 2, statusid });
  expect((await runReport('map-unplaced', '')).numbers).not.toContain('SCRAP-1');
});

test('a report that a plugin writes over its list is filtered by place', async () => {
  const due = async (query: string) => (await runReport('tools-due', `until=2099-01-01&${query}`)).numbers;
  expect(await due('')).toHaveLength(5);
  expect(await due(`location_id=${ids.hall}`)).toEqual(['T-cell', 'T-hall']);
  expect(await due(`location_id=${ids.hall}&exact=true`)).toEqual(['T-hall']);
});

test('an unknown place has no rows, and an invalid value is refused as in lists', async () => {
  expect((await runReport('stale-computers', 'locationid=99999')).numbers).toEqual([]);
  expect((await runReport('assets-by-status', 'businessunitid=99999')).sum).toBe(0);
  for (const wrong of [
    'locationid=x',
    'location_id=',
    'businessunitid=-1',
    'business_unit_id=1.5',
    'exact=maybe',
  ])
    for (const format of ['', '&format=csv']) {
      const list = await site.anonymous.get(`/api/assets?${wrong}`);
      const report = await site.anonymous.get(`/api/reports/assets-by-status?${wrong}${format}`);
      expect([wrong, list.status, report.status]).toEqual([wrong, 400, 400]);
      expect([wrong, report.error]).toEqual([wrong, list.error]);
    }
});

test('a report ignores an unknown parameter as lists do', async () => {
  const [list, report] = await Promise.all([
    site.anonymous.get('/api/assets?colour=red'),
    site.anonymous.get('/api/reports/stale-computers?colour=red'),
  ]);
  expect([list.status, report.status, report.data.rows.length]).toEqual([200, 200, 5]);
  const rows = async (query: string) =>
    (await site.admin.get(`/api/reports/audit-activity?${query}`)).data.rows.length;
  expect(await rows(`locationid=${ids.yard}`)).toBe(await rows(''));
});

test('reports with a place offer its filters, and the OpenAPI document declares them', async () => {
  const { data } = await site.admin.get('/api/reports');
  const offered = Object.fromEntries(
    data.map(({ key, filters }: { key: string; filters: { name: string; kind: string }[] }) => [
      key,
      filters.map(({ name, kind }) => `${name} ${kind}`),
    ]),
  );
  const placeFilters = ['locationid ref', 'businessunitid ref'];
  expect(offered).toMatchObject({
    'assets-by-status': placeFilters,
    'map-unplaced': placeFilters,
    'stale-computers': placeFilters,
    'software-inventory': placeFilters,
    'tools-due': placeFilters,
    'audit-activity': [],
  });
  const document = JSON.parse((await site.anonymous.get('/api/docs/openapi.json')).text);
  const of = (path: string): Input[] =>
    document.paths[path].get.parameters.filter((one: Input) => one.in === 'query');
  const places = ['locationid', 'location_id', 'businessunitid', 'business_unit_id', 'exact'];
  for (const name of places)
    expect(of('/api/reports/{key}').find((one) => one.name === name)).toEqual(
      of('/api/assets').find((one) => one.name === name)!,
    );
});

test('each report with a place reads the filter of the place', () => {
  const { db, contributions } = site.app.host;
  const standing = contributions
    .reports(site.app.host)
    .filter(({ placeRegister }) => placeRegister !== false);
  expect(standing.length).toBeGreaterThan(4);
  for (const { key, parameters, rows } of standing) {
    const parameterValues = Object.fromEntries(
      Object.entries(parameters).map(([name, { kind, default: usual }]) => [
        name,
        usual ?? (kind === 'date' ? '2099-01-01' : null),
      ]),
    );
    let looks = 0;
    const place: PlaceSelection = {
      get listFilter() {
        looks++;
        return { locationid: 99999, businessunitid: 99999 };
      },
      get within() {
        looks++;
        return { locationid: '[]', businessunitid: '[]' };
      },
      isAnywhere: false,
    };
    const found = db.read((reader) => [...rows(reader, { ...parameterValues, place })]);
    expect([key, found, looks > 0]).toEqual([key, [], true]);
  }
});

test('each chart of a report uses columns that the report has', async () => {
  const { data } = await site.anonymous.get('/api/reports');
  const drawn = data.filter((report: Input) => report.chart);
  const { contributions } = site.app.host;
  const declared = contributions.reports(site.app.host).filter(({ chart }) => chart);
  expect(drawn.map(({ key }: Input) => key).sort()).toEqual(declared.map(({ key }) => key).sort());
  expect(drawn.length).toBeGreaterThan(3);
  for (const { key, chart } of drawn) {
    const { columns } = (await site.anonymous.get(`/api/reports/${key}`)).data;
    const names = columns.map((column: Input) => column.key);
    for (const name of Object.values(chart)) expect([key, names.includes(name)]).toEqual([key, true]);
  }
});
