import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Route, shapeOf } from '../../src/kit/http/routes.ts';
import { DAY } from '../support/clock.ts';
import { type Site, startSite } from '../support/site.ts';
import { routeNameOf } from './requests.ts';
import { listServedRegisters, sampleBody } from './sample.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** A record for each path with one, created as users create it, and a change of it. */
const RECORDS: Record<string, { made: [path: string, body: object]; change: object }> = {
  '/api/users/:userid': {
    made: [
      '/api/users',
      { username: 'stale', email: 's@plant.example', password: 'correct horse', roles: [] },
    ],
    change: { firstname: 'New' },
  },
  '/api/users/roles/:roleid': {
    made: ['/api/users/roles', { rolename: 'Stale', permissions: [] }],
    change: { permissions: ['assets.view'] },
  },
  '/api/apitokens/:tokenid': { made: ['/api/apitokens', { name: 'stale' }], change: { name: 'New' } },
  '/api/vendors/:vendorid': {
    made: ['/api/vendors', { vendor: 'Stale' }],
    change: { website: 'https://x.example' },
  },
  '/api/assets/:assetid': {
    made: ['/api/assets', { assetnumber: 'STALE', assettypeid: 1 }],
    change: { name: 'New' },
  },
  '/api/maplevels/:levelid': {
    made: ['/api/maplevels', { building: 'B', level: 'One' }],
    change: { sortorder: 7 },
  },
  '/api/employees/directory/:sso': {
    made: ['/api/employees/directory', { sso: '4711', firstname: 'Stale', lastname: 'One' }],
    change: { team: 'New' },
  },
};

const putsOfStamped = (): Route[] =>
  site.app.routes.filter(
    ({ method, responseSchema }) => method === 'PUT' && 'modifieddate' in shapeOf(responseSchema),
  );

const takesStamp = ({ body }: Route) => 'ifmodifieddate' in shapeOf(body);

test('each PUT of a record with a time stamp accepts ifmodifieddate', () => {
  const puts = putsOfStamped();
  expect(puts.length).toBeGreaterThan(15);
  expect(puts.filter((route) => !takesStamp(route)).map(routeNameOf)).toEqual([]);
});

test.each(Object.entries(RECORDS))(
  'PUT %s returns STALE_WRITE when the record changed since',
  async (path, story) => {
    const route = putsOfStamped().find((one) => one.path === path)!;
    const id = /:(\w+)$/.exec(path)![1]!;
    const made = await site.admin.post(...story.made);
    expect(made.status).toBe(201);
    const address = path.replace(`:${id}`, String(made.data[id]));
    const first = await site.admin.put(address, { ...story.change, ifmodifieddate: made.data.modifieddate });
    expect([routeNameOf(route), first.status]).toEqual([routeNameOf(route), 200]);
    expect(first.data.modifieddate > made.data.modifieddate).toBe(true);
    const late = await site.admin.put(address, { ...story.change, ifmodifieddate: made.data.modifieddate });
    expect([late.status, late.error.code]).toEqual([409, 'STALE_WRITE']);
    const old = site.admin.with({ 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' });
    expect((await old.put(address, story.change)).error?.code).toBe('STALE_WRITE');
  },
);

test('each DELETE is guarded when its PUT is, and the document lists If-Unmodified-Since', async () => {
  const listGuarded = (method: string) =>
    site.app.routes
      .filter((route) => route.method === method && (route.ifunmodified || takesStamp(route)))
      .map(({ path }) => path);
  const deletes = site.app.routes.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  const puts = listGuarded('PUT');
  expect(puts.length).toBeGreaterThan(15);
  expect(puts.filter((path) => deletes.includes(path) && !listGuarded('DELETE').includes(path))).toEqual([]);
  const { paths } = JSON.parse((await site.anonymous.get('/api/docs/openapi.json')).text);
  for (const method of ['PUT', 'DELETE'])
    for (const path of listGuarded(method)) {
      const { parameters } = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      expect([method, path, parameters]).toEqual([
        method,
        path,
        expect.arrayContaining([expect.objectContaining({ name: 'If-Unmodified-Since', in: 'header' })]),
      ]);
    }
});

/** Creates a record for the path of a DELETE and returns its address. */
async function recordOf(path: string): Promise<string> {
  const create = async (at: string, body: object) => (await site.admin.post(at, body)).data;
  if (path.startsWith('/api/assets/:assetid/')) {
    const { assetid } = await create('/api/assets', { assetnumber: 'OF-ADDRESS', assettypeid: 1 });
    const at = `/api/assets/${assetid}/communications`;
    return `${at}/${(await create(at, { commtype: 'ip', address: '10.1.1.1' })).communicationid}`;
  }
  const list = path.replace(/\/:\w+$/, '');
  if (list === '/api/dashboard/alerts') {
    await create('/api/assets', { assetnumber: 'NO-PLACE', assettypeid: 1 });
    const { userid } = (await site.admin.get('/api/auth/me')).data;
    await site.admin.put(`${list}/noplace`, { userid });
    return `${list}/noplace`;
  }
  if (list === '/api/viewalerts') {
    const { savedviewid } = await create('/api/savedviews', {
      viewname: 'Counted',
      page: '/assets',
      query: '',
    });
    const alert = { title: 'Gone', comparison: 'more', threshold: 1, severity: 'info' };
    await site.admin.put(`${list}/${savedviewid}`, alert);
    return `${list}/${savedviewid}`;
  }
  if (list === '/api/printers/supplies') {
    const { modelnumberid } = await create('/api/models', { modelnumber: 'Gone' });
    const part = await create(`/api/printers/models/${modelnumberid}/supplies`, { partnumber: 'Gone' });
    return `${list}/${part.modelsupplyid}`;
  }
  if (list === '/api/enforce/entries') {
    const { scopeid } = await create('/api/enforce/scopes', { scopename: 'Gone' });
    const entry = await create(`/api/enforce/scopes/${scopeid}/entries`, { Name: 'Gone', Type: 'CMD' });
    return `${list}/${entry.entryid}`;
  }
  const register = listServedRegisters(site).find((one) => `/api${one.path}` === list);
  const body = BODIES[list] ?? sampleBody(site, register!);
  return `${list}/${(await create(list, body))[/:(\w+)$/.exec(path)![1]!]}`;
}

const BODIES: Record<string, object> = {
  '/api/users': { username: 'gone', email: 'g@plant.example', password: 'correct horse', roles: [] },
  '/api/users/roles': { rolename: 'Gone', permissions: [] },
  '/api/apitokens': { name: 'gone' },
  '/api/maplevels': { building: 'Gone', level: 'One' },
  '/api/applications': { appname: 'Gone' },
  '/api/employees/directory': { sso: '123', firstname: 'Gone', lastname: 'Gone' },
  '/api/reports/schedules': {
    title: 'Gone',
    report: 'assets-by-status',
    every: 'weekly',
    day: 1,
    hour: 6,
    addresses: ['gone@plant.example'],
  },
  '/api/savedviews': { viewname: 'Gone', page: '/assets', query: '' },
};

test('each guarded DELETE returns STALE_WRITE when the record changed since', async () => {
  const guarded = site.app.routes.filter(({ method, ifunmodified }) => method === 'DELETE' && ifunmodified);
  expect(guarded.length).toBeGreaterThan(15);
  const old = site.admin.with({ 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' });
  const seen = site.admin.with({
    'if-unmodified-since': new Date(site.clock.now().getTime() + DAY).toUTCString(),
  });
  const wrong = site.admin.with({ 'if-unmodified-since': 'yesterday' });
  for (const { path } of guarded) {
    const address = await recordOf(path);
    const body = path === '/api/applications/:appid' ? { confirm: 'Gone' } : undefined;
    const bad = await wrong.delete(address, body);
    expect([path, bad.status, bad.error.code]).toEqual([path, 400, 'VALIDATION_ERROR']);
    const late = await old.delete(address, body);
    expect([path, late.status, late.error?.code]).toEqual([path, 409, 'STALE_WRITE']);
    const { status, data } = await seen.delete(address, body);
    expect([path, status, String(data.deleted)]).toEqual([path, 200, address.split('/').pop()!]);
  }
});
