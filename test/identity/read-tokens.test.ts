import { afterAll, beforeAll, expect, test } from 'bun:test';
import { permissionsOf } from '../../src/kit/http/access.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let secret: string;
beforeAll(async () => {
  site = await startSite();
  const { status, data } = await site.admin.post('/api/apitokens', {
    name: 'dashboard of the plant',
    service: true,
    scopes: ['read'],
  });
  expect(status).toBe(201);
  secret = data.secret;
  expect((await site.admin.put('/api/settings/anonymous_read', { value: 'none' })).status).toBe(200);
});
afterAll(() => site.stop());

const statusOf = async (method: string, path: string, body?: object): Promise<number> => {
  const response = await fetch(`${site.url}${path.replaceAll(/:\w+/g, '1')}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  await response.body?.cancel();
  return response.status;
};
const viewRoutes = () =>
  site.app.routes.filter(({ access }) => permissionsOf(access).some((name) => name.endsWith('.view')));

test('a service token that reads may use each route to view', async () => {
  const routes = viewRoutes().filter(({ method }) => method === 'GET');
  expect(routes.length).toBeGreaterThan(20);
  for (const { method, path } of routes)
    expect([path, [401, 403].includes(await statusOf(method, path))]).toEqual([path, false]);
});

test('a service token that reads gets records, reports and the search without anonymous access', async () => {
  for (const path of ['/api/assets', '/api/computers', '/api/search?q=pc', '/api/reports', '/api/locations'])
    expect([path, await statusOf('GET', path)]).toEqual([path, 200]);
});

test('a service token that reads changes nothing', async () => {
  const writing = site.app.routes.filter(
    ({ method, access }) => method !== 'GET' && typeof access === 'object' && 'can' in access,
  );
  expect(writing.length).toBeGreaterThan(50);
  for (const { method, path } of writing)
    expect([method, path, await statusOf(method, path)]).toEqual([method, path, 403]);
});

test('a service token that reads gets no accounts, settings, audit log, backups and tokens', async () => {
  for (const path of [
    '/api/users',
    '/api/users/roles',
    '/api/auditlogs',
    '/api/backups',
    '/api/apitokens',
    '/api/endpoints/bootstrap-tokens',
  ])
    expect([path, await statusOf('GET', path)]).toEqual([path, 403]);
  const settings = await fetch(`${site.url}/api/settings`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const { data } = (await settings.json()) as { data: { ispublic: boolean }[] };
  expect(data.length).toBeGreaterThan(0);
  expect(data.filter(({ ispublic }) => !ispublic)).toEqual([]);
});

test('only service tokens have this scope', async () => {
  const { status } = await site.admin.post('/api/apitokens', { name: 'own', scopes: ['read'] });
  expect(status).toBe(400);
});

test('a token is refused with a limit that it would not have', async () => {
  const create = (body: object) =>
    site.admin.post('/api/apitokens', { name: 'bounded', service: true, scopes: ['read'], ...body });
  for (const field of ['locationids', 'assettypeids']) {
    const refused = await create({ [field]: [1] });
    expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, field]);
    expect((await create({ [field]: [] })).status).toBe(201);
  }
});
