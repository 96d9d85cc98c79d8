import { afterAll, beforeAll, expect, test } from 'bun:test';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';
import { fillPath, METHODS, outcomeOf, routeNameOf } from './requests.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('each path with a trailing slash returns 404 in the envelope', async () => {
  const wrong: string[] = [];
  for (const route of site.app.routes) {
    expect(route.path).toMatch(/^\/api(\/[a-z0-9.-]+|\/:[a-z0-9]+)+$/);
    const answer = await site.admin.send(route.method, `${fillPath(route)}/`);
    // Agents are configured with either spelling of this path. Users may not call it.
    if (route.path === '/api/collector/glpi') {
      expect(outcomeOf(answer)).toBe('403 FORBIDDEN');
      continue;
    }
    if (outcomeOf(answer) !== '404 NOT_FOUND') wrong.push(`${routeNameOf(route)}/ -> ${outcomeOf(answer)}`);
  }
  expect(wrong).toEqual([]);
});

const COLLECTOR = { 'x-api-key': COLLECTOR_KEY };

test('an unknown method returns 404 or 400 in the envelope', async () => {
  const declared = new Set(site.app.routes.map(routeNameOf));
  const wrong: string[] = [];
  for (const path of new Set(site.app.routes.map((route) => route.path))) {
    for (const method of METHODS.filter((candidate) => !declared.has(`${candidate} ${path}`))) {
      // A caller without the permission for the neighboring route gets that error first.
      const caller = path.startsWith('/api/collector/') ? site.anonymous.with(COLLECTOR) : site.admin;
      const outcome = outcomeOf(await caller.send(method, path.replace(/:[^/]+/g, 'nothing-here')));
      // The last segment may be read as the ID of a record of the neighboring route. That record does not
      // exist either.
      if (!/^40[04] /.test(outcome)) wrong.push(`${method} ${path} -> ${outcome}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/x/',
  '/api//vendors',
  '/api/vendors//',
  '/api/VENDORS',
  '//api/nothing',
  '//api',
  '/API/vendors',
  '/%61pi/vendors',
  '/api/%2e%2e/x',
])('%s returns 404 in the envelope', async (path) => {
  const answer = await site.anonymous.get(path);
  expect(outcomeOf(answer)).toBe('404 NOT_FOUND');
  expect(JSON.parse(answer.text)).toMatchObject({
    status: 'error',
    meta: { requestid: answer.headers.get('x-request-id'), timestamp: expect.any(String) },
  });
});

test('the setup refuses a second admin under each spelling of its path', async () => {
  const body = { username: 'second', email: 'second@plant.example', password: 'correct horse' };
  const spellings = [
    '/api/setup/create-admin',
    '/api/setup/create-admin/',
    '/api/setup//create-admin',
    '//api/setup/create-admin',
    '/api/setup/create%2Dadmin',
    '/api/setup%2fcreate-admin',
    '/api/setup/create-admin;x=1',
    '/api/Setup/Create-Admin',
    '/api/x/../setup/create-admin',
  ];
  for (const path of spellings) {
    const answer = await site.anonymous.post(path, body);
    expect([403, 404]).toContain(answer.status);
  }
  expect((await site.admin.get('/api/users')).data).toHaveLength(1);
});

test('the server keeps a valid request ID and replaces an invalid one', async () => {
  const reply = await site.anonymous.with({ 'x-request-id': 'abc-1.2:3_4' }).get('/api/vendors');
  expect([reply.meta.requestid, reply.headers.get('x-request-id')]).toEqual(['abc-1.2:3_4', 'abc-1.2:3_4']);
  const replaced = await site.anonymous.with({ 'x-request-id': '<script>' }).get('/api/nothing');
  expect(replaced.meta.requestid).toMatch(/^[\w-]+$/);
});
