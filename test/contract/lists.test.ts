import { afterAll, beforeAll, expect, test } from 'bun:test';
import { allFieldsOf } from '../../src/kit/resource/registers.ts';
import { type Site, startSite } from '../support/site.ts';
import { outcomeOf } from './requests.ts';
import { filterValue, isCreatable, listServedRegisters, sampleBody } from './sample.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  for (const register of listServedRegisters(site).filter(isCreatable)) {
    for (let n = 0; n < 3; n++) {
      const made = await site.admin.post(`/api${register.path}`, sampleBody(site, register));
      if (made.status !== 201) throw new Error(`No sample of ${register.name} could be made: ${made.text}`);
    }
  }
});
afterAll(() => site.stop());

/** Runs the check for the list of each register. Adds the name of the register to errors. */
async function everyList(check: (list: string, paged: boolean) => Promise<void>): Promise<void> {
  const registers = listServedRegisters(site);
  expect(registers.length).toBeGreaterThan(10);
  for (const register of registers) {
    try {
      await check(`/api${register.path}`, !register.unpaged);
    } catch (cause) {
      throw new Error(`${register.name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
}

const get = (path: string) => site.admin.get(path);
const expectRefused = async (path: string) =>
  expect([path, outcomeOf(await get(path))]).toEqual([path, '400 VALIDATION_ERROR']);

test('each list returns 400 when the page number or page size is invalid', () =>
  everyList(async (list, paged) => {
    if (!paged) return;
    for (const wrong of ['0', '-1', 'abc', '1.5', '', '1e3', '99999999999', '0x10', '%2B1']) {
      await expectRefused(`${list}?page=${wrong}`);
      await expectRefused(`${list}?per_page=${wrong}`);
    }
  }));

test('each list limits the page size to 100, uses 25 by default and has empty pages past the end', () =>
  everyList(async (list, paged) => {
    if (!paged) return;
    const large = await get(`${list}?per_page=500`);
    expect(large.meta.pagination).toMatchObject({ page: 1, perpage: 100, total: large.data.length });
    expect((await get(list)).meta.pagination.perpage).toBe(25);
    const past = await get(`${list}?page=90000`);
    expect([past.status, past.data]).toEqual([200, []]);
    expect(past.meta.pagination).toMatchObject({ page: 90_000, total: large.meta.pagination.total });
  }));

test('each list returns 400 when the sort key, direction or format is unknown', () =>
  everyList(async (list) => {
    for (const wrong of [
      'nonsense',
      'constructor',
      '__proto__',
      'rowid',
      'createddate;',
      't.createddate',
      '1',
    ])
      await expectRefused(`${list}?sort=${encodeURIComponent(wrong)}`);
    await expectRefused(`${list}?dir=sideways`);
    await expectRefused(`${list}?format=xml`);
  }));

test('each list supports its declared sort keys and filters, and its pages are complete', () =>
  everyList(async (list, paged) => {
    const described = (await get('/api/registers')).data.find(
      (one: { path: string }) => `/api${one.path}` === list,
    );
    for (const sort of described.sorts) {
      const [up, down] = [
        await get(`${list}?sort=${sort}&per_page=100`),
        await get(`${list}?sort=${sort}&dir=desc&per_page=100`),
      ];
      expect([sort, up.status, down.status]).toEqual([sort, 200, 200]);
      const ids = (rows: Record<string, unknown>[]) => rows.map((row) => row[described.idfield]);
      expect(ids(down.data)).toEqual(ids(up.data).reverse());
      if (!paged) continue;
      const pages = [];
      for (let page = 1; page <= 3; page++)
        pages.push(...ids((await get(`${list}?sort=${sort}&per_page=2&page=${page}`)).data));
      expect(pages).toEqual(ids(up.data).slice(0, 6));
    }
    for (const { name, kind, options } of described.filters) {
      const value = filterValue({ kind, options });
      expect([name, (await get(`${list}?${name}=${value}`)).status]).toEqual([name, 200]);
      if (kind === 'ref') await expectRefused(`${list}?${name}=one`);
      if (kind === 'boolean') await expectRefused(`${list}?${name}=perhaps`);
    }
  }));

test('each list with a location or business unit filter accepts each spelling of it', () => {
  const spellings: Record<string, string[]> = {
    locationid: ['locationid', 'location_id'],
    businessunitid: ['businessunitid', 'businessunit_id', 'business_unit_id'],
  };
  const found = listServedRegisters(site).flatMap((register) =>
    Object.entries(allFieldsOf(site.app.host.registers, register)).flatMap(([name, { filter }]) =>
      filter && spellings[name] ? [[register.name, filter, spellings[name]] as const] : [],
    ),
  );
  expect(found.map(([register]) => register)).toContain('dashboarddefaults');
  for (const [register, filter, wanted] of found)
    expect([register, [...filter].sort()]).toEqual([register, [...wanted].sort()]);
});

test('each list accepts any search text without interpreting it', () =>
  everyList(async (list) => {
    for (const text of [
      '%',
      '_',
      '*',
      '"',
      "'",
      'a" OR "b',
      'NEAR(a b)',
      'ab',
      '\u0000',
      '💥',
      '-',
      'body:x',
    ]) {
      const answer = await get(`${list}?search=${encodeURIComponent(text)}`);
      expect([text, answer.status]).toEqual([text, 200]);
    }
    await expectRefused(`${list}?search=${'x'.repeat(256)}`);
  }));

test('each list returns CSV as an attachment with a header and one row for each record', () =>
  everyList(async (list, paged) => {
    const json = await get(list);
    const answer = await get(`${list}?format=csv`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="?[a-z]+\.csv"?/);
    const [header, ...lines] = answer.text
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r\n/);
    expect(header).toMatch(/^\w+(,\w+)+$/);
    expect(lines).toHaveLength(paged ? json.meta.pagination.total : json.data.length);
  }));

test('each paged list returns 400 when the sort key is unknown', async () => {
  const paged = site.app.routes.filter(
    ({ method, paged: isPaged, path }) => method === 'GET' && isPaged && !path.includes(':'),
  );
  expect(paged.length).toBeGreaterThan(15);
  for (const { path } of paged) await expectRefused(`${path}?sort=nonsense`);
});
