import { afterAll, beforeAll, expect, test } from 'bun:test';
import { isOperatorParameter, splitParameter } from '../../src/kit/resource/filter-operators.ts';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';
import { type ColumnKind, createFilters, isEmptyValue, isInOrder, type ListRow } from './expected-rows.ts';
import { fillLists, type PathIds } from './fill-lists.ts';

interface Parameter {
  name: string;
  in: string;
  schema: { format?: string };
}

interface DocumentedList {
  path: string;
  /** The operators of each column. */
  columns: Map<string, { operators: string[]; isDate: boolean }>;
}

let site: Site;
let ids: PathIds;
let lists: DocumentedList[];

beforeAll(async () => {
  site = await startSite();
  ids = await fillLists(site);
  lists = await readLists();
});
afterAll(() => site.stop());

/** The paged lists that no register and no ledger serves. */
const LISTS = [
  '/api/assets/collisions',
  '/api/assets/{assetid}/history',
  '/api/auditlogs',
  '/api/dashboard/due',
  '/api/duplicates',
  '/api/endpoints',
  '/api/endpoints/alerts/{id}/acknowledgements',
  '/api/endpoints/asset/{id}/logs',
  '/api/endpoints/bootstrap-tokens',
  '/api/endpoints/commands',
  '/api/endpoints/enrollment',
  '/api/endpoints/migration',
  '/api/endpoints/operator-reports',
  '/api/endpoints/packages',
  '/api/enforce/scopes/{scopeid}/affected',
  '/api/enforce/scopes/{scopeid}/history',
  '/api/imports',
  '/api/map/unplaced',
  '/api/mappositions/snapshots',
  '/api/network/subnets/{subnetid}/addresses',
  '/api/printedparts/items/{itemid}/files',
  '/api/printers/models',
];

/** Returns these lists as the API document describes them. */
async function readLists(): Promise<DocumentedList[]> {
  const { paths } = await (await fetch(`${site.url}/api/docs/openapi.json`)).json();
  return LISTS.map((path) => {
    const parameters = paths[path].get.parameters as Parameter[];
    const operators = parameters.filter((one) => one.in === 'query' && isOperatorParameter(one.name));
    const columns: DocumentedList['columns'] = new Map();
    for (const { name, schema } of operators) {
      const { field, operator } = splitParameter(name);
      const column = columns.get(field) ?? { operators: [], isDate: false };
      column.operators.push(operator!);
      column.isDate ||= schema.format === 'date';
      columns.set(field, column);
    }
    return { path, columns };
  });
}

function toAddress(path: string, query = ''): string {
  const values = { ...ids, id: path.includes('/alerts/') ? ids.notificationid : ids.assetid };
  const address = path.replace(/\{(\w+)\}/, (_, name: keyof typeof values) => String(values[name]));
  return `${address}?per_page=100${query}`;
}

/** The parameters that widen a list to all of its rows. */
const WIDEST: Record<string, string> = {
  '/api/dashboard/due': '&days=3650&exact=true',
  '/api/endpoints/enrollment': '&state__empty=false',
};

async function readRows(path: string, query = '', client: Client = site.admin): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, meta, text, status } = await client.get(
      toAddress(path, `${WIDEST[path] ?? ''}${query}&page=${page}`),
    );
    if (status !== 200) throw new Error(`${path} ${query}: ${text}`);
    // The pages of a subnet are those of its free addresses.
    if (data.used) return data.used;
    rows.push(...(Array.isArray(data) ? data : (data.requests ?? data.pcs)));
    pages = meta.pagination.pages;
  }
  return rows;
}

function kindOf(
  { operators, isDate }: { operators: string[]; isDate: boolean },
  values: readonly unknown[],
): ColumnKind {
  if (operators.length === 1) return 'json';
  if (operators.includes('contains')) return 'text';
  if (operators.includes('last')) return isDate ? 'date' : 'instant';
  if (operators.includes('gte')) return 'number';
  const value = values.find((one) => one !== null);
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'ref' : 'choice';
}

/** Paged lists whose rows are computed from other values, so that SQL neither filters nor sorts them. */
const COMPUTED = ['/api/auditlogs/{auditlogid}/changes', '/api/registers/{name}/groups'];

test('each paged list has filters with operators, unless its rows are computed', async () => {
  const { paths } = await (await fetch(`${site.url}/api/docs/openapi.json`)).json();
  const without = Object.entries(paths as Record<string, { get?: { parameters?: Parameter[] } }>)
    .filter(([, { get }]) => {
      const names = (get?.parameters ?? []).map(({ name }) => name);
      return names.includes('per_page') && !names.some(isOperatorParameter);
    })
    .map(([path]) => path);
  expect(without.sort()).toEqual(COMPUTED);
});

const keysOf = (rows: readonly ListRow[]) => rows.map((row) => JSON.stringify(row));

test('each column of each list orders its rows, backwards in the other direction, and empty ones last', async () => {
  for (const { path, columns } of lists)
    for (const [name, column] of columns) {
      const rows = await readRows(path, `&sort=${name}&dir=asc`);
      expect([path, name, rows.length > 1]).toEqual([path, name, true]);
      expect([path, name, rows.every((row) => name in row)]).toEqual([path, name, true]);
      const reversed = await readRows(path, `&sort=${name}&dir=desc`);
      expect([path, name, keysOf(reversed)]).toEqual([path, name, keysOf(rows).toReversed()]);
      const values = rows.map((row) => row[name]);
      const kind = kindOf(column, values);
      const present = values.filter((value) => !isEmptyValue(value));
      if (kind !== 'json')
        expect([path, name, values.slice(0, present.length)]).toEqual([path, name, present]);
      if (kind === 'json' || kind === 'choice') continue;
      expect([path, name, present, isInOrder(kind, present)]).toEqual([path, name, present, true]);
    }
});

test('each operator of each column of each list finds the rows whose values match', async () => {
  for (const { path, columns } of lists) {
    const rows = await readRows(path);
    for (const [name, column] of columns) {
      const values = rows.map((row) => row[name]);
      const filters = createFilters(name, kindOf(column, values), values, site.clock.now());
      for (const { parameter, value, matches } of filters) {
        const found = await readRows(path, `&${parameter}=${encodeURIComponent(value)}`);
        const expected = rows.filter((row) => matches(row[name]));
        expect([path, parameter, value, keysOf(found).sort()]).toEqual([
          path,
          parameter,
          value,
          keysOf(expected).sort(),
        ]);
      }
    }
  }
});

test('an unknown column, operator, order or value is one error', async () => {
  for (const { path, columns } of lists) {
    const [name] = [...columns.keys()];
    for (const query of [
      'nothing__in=1',
      `${name}__like=1`,
      `${name}__in=`,
      'cf_nothing=1',
      'sort=nothing',
    ]) {
      const { status, error } = await site.admin.get(toAddress(path, `&${query}`));
      expect([path, query, status, error?.code]).toEqual([path, query, 400, 'VALIDATION_ERROR']);
    }
  }
});

test('a column that an anonymous caller does not see neither filters nor sorts for that caller', async () => {
  await site.admin.put('/api/settings/anonymous_read', { value: 'basic' });
  for (const { path, columns } of lists) {
    if ((await site.anonymous.get(toAddress(path))).status === 401) continue;
    const rows = await readRows(path, '', site.anonymous);
    for (const name of columns.keys()) {
      const isVisible = rows.every((row) => name in row);
      for (const query of [`sort=${name}`, `${name}__empty=false`]) {
        const { status } = await site.anonymous.get(toAddress(path, `&${query}`));
        expect([path, query, status]).toEqual([path, query, isVisible ? 200 : 401]);
      }
    }
  }
  await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
});

test('the users of commands filter and sort only for callers who may issue commands', async () => {
  const viewer = await site.userWith('endpoints.view');
  for (const query of ['sort=username', 'sort=userid', 'username__contains=ad', 'userid__empty=true'])
    expect([query, (await viewer.get(`/api/endpoints/commands?${query}`)).status]).toEqual([query, 403]);
  expect((await viewer.get('/api/endpoints/commands?sort=hostname&state__not=queued')).status).toBe(200);
});

/** The lists with a search of their own, which finds other texts than those of the columns. */
const OWN_SEARCH = new Set([
  '/api/auditlogs',
  '/api/dashboard/due',
  '/api/endpoints',
  '/api/endpoints/enrollment',
  '/api/endpoints/migration',
  '/api/enforce/scopes/{scopeid}/affected',
  '/api/map/unplaced',
  '/api/printers/models',
]);

test('each list has a search, which finds the texts of its rows and leaves out what the caller may not see', async () => {
  for (const { path, columns } of lists) {
    expect([path, (await readRows(path, '&search=nosuchtext')).length]).toEqual([path, 0]);
    if (OWN_SEARCH.has(path)) continue;
    const rows = await readRows(path);
    const texts = [...columns].flatMap(([name, column]) =>
      kindOf(column, []) === 'text' ? rows.map((row) => row[name]) : [],
    );
    const text = texts.find((one) => typeof one === 'string' && /^\w{3,}$/.test(one));
    if (text === undefined) continue;
    const found = await readRows(path, `&search=${text}`);
    expect([path, text, found.length > 0]).toEqual([path, text, true]);
  }
  const viewer = await site.userWith('endpoints.view');
  const commands = async (client: Client) =>
    readRows('/api/endpoints/commands', '&search=username:ad', client);
  expect((await commands(site.admin)).length).toBeGreaterThan(0);
  expect(await commands(viewer)).toEqual([]);
});
