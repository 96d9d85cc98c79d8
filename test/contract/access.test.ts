import { afterAll, beforeAll, expect, test } from 'bun:test';
import { COLLECTOR } from '../../src/features/identity/index.ts';
import { isOpenToAnonymous } from '../../src/kit/http/access.ts';
import type { Route } from '../../src/kit/http/routes.ts';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';
import {
  collectOutcomes,
  fillPath,
  isMachine,
  outcomeOf,
  permissionsOf,
  routeNameOf,
  switchAllOn,
} from './requests.ts';

/** The mutations that are open to anonymous callers. All of them are ways to authenticate. */
const OPEN_MUTATIONS = [
  'POST /api/auth/login',
  'POST /api/auth/refresh',
  'POST /api/endpoints/enroll',
  'POST /api/securesend/:token/redeem',
  'POST /api/setup/create-admin',
  'POST /api/setup/restore',
];

let site: Site;
/** Access levels that any account passes. The handler checks further permissions. */
const BY_ACCOUNT = new Set(['login', 'session', 'handler']);

let guarded: Route[];
let everything: string[];
beforeAll(async () => {
  site = await startSite();
  await switchAllOn(site);
  guarded = site.app.routes.filter(({ access }) => !isOpenToAnonymous(access));
  everything = site.app.host.contributions.permissions
    .flatMap(({ permissions }) => permissions)
    .map(({ name }) => name);
});
afterAll(() => site.stop());

/** Returns the first admin through a token that is restricted to these permissions. */
async function createNarrowedClient(scopes: string[]): Promise<Client> {
  const made = await site.admin.post('/api/apitokens', { name: 'narrowed', scopes });
  return site.anonymous.bearer(made.data.secret);
}

async function serviceToken(...scopes: string[]): Promise<Client> {
  const made = await site.admin.post('/api/apitokens', { name: 'service', service: true, scopes });
  return site.anonymous.bearer(made.data.secret);
}

/** Returns the routes whose outcome does not match `wanted`, with the outcome. */
async function listOtherAnswers(caller: Client, routes: Route[], wanted: RegExp): Promise<string[]> {
  const wrong: string[] = [];
  for (const route of routes) {
    for (const outcome of await collectOutcomes(caller, route)) {
      if (!wanted.test(outcome)) wrong.push(`${routeNameOf(route)} -> ${outcome}`);
    }
  }
  return wrong;
}

test('each guarded route returns 401 to an anonymous caller for any request', async () => {
  expect(guarded.length).toBeGreaterThan(80);
  expect(await listOtherAnswers(site.anonymous, guarded, /^401 /)).toEqual([]);
});

test('each route with a permission returns 403 to a user without permissions for any request', async () => {
  const nobody = await site.userWith();
  const needing = guarded.filter(({ access }) => !BY_ACCOUNT.has(access as string));
  expect(await listOtherAnswers(nobody, needing, /^403 FORBIDDEN$/)).toEqual([]);
});

test('each route returns 403 when the caller has every permission except the required one', async () => {
  for (const wanted of new Set(guarded.map(({ access }) => permissionsOf(access).join()))) {
    if (wanted === '') continue;
    const others = await createNarrowedClient(everything.filter((name) => !wanted.split(',').includes(name)));
    const routes = guarded.filter(({ access }) => permissionsOf(access).join() === wanted);
    expect(await listOtherAnswers(others, routes, /^403 FORBIDDEN$/)).toEqual([]);
  }
});

test('each route accepts a caller who has only the required permission', async () => {
  const shut: string[] = [];
  for (const name of everything) {
    const holder = await createNarrowedClient([name]);
    for (const route of guarded.filter(({ access }) => permissionsOf(access).includes(name))) {
      // The record does not exist, because permissions are checked before the record is read.
      if (!route.path.includes(':') && route.method !== 'GET') continue;
      const outcome = outcomeOf(await holder.send(route.method, fillPath(route)));
      if (/^40[13] /.test(outcome)) shut.push(`${name}: ${routeNameOf(route)} -> ${outcome}`);
    }
  }
  expect(shut).toEqual([]);
});

test('each admin route returns 403 to a caller who has every permission', async () => {
  const almost = await createNarrowedClient(everything);
  const admins = guarded.filter(({ access }) => access === 'admin');
  expect(await listOtherAnswers(almost, admins, /^403 FORBIDDEN$/)).toEqual([]);
});

test('each route outside its scope returns 403 to a service token', async () => {
  const collector = await serviceToken('collector.ingest');
  const outside = guarded.filter(({ access }) => !isMachine(access) && access !== 'handler');
  expect(await listOtherAnswers(collector, outside, /^403 FORBIDDEN$/)).toEqual([]);
  const metrics = await serviceToken('metrics.read');
  const machines = guarded.filter(({ access }) => isMachine(access) && access.machine.includes(COLLECTOR));
  expect(machines.length).toBeGreaterThan(0);
  expect(await listOtherAnswers(metrics, machines, /^403 FORBIDDEN$/)).toEqual([]);
});

test('the list of mutations that are open to anonymous callers is complete', () => {
  const mutations = site.app.routes
    .filter(({ access, method }) => isOpenToAnonymous(access) && method !== 'GET')
    .map(routeNameOf);
  expect(mutations.sort()).toEqual([...OPEN_MUTATIONS].sort());
});

test('each public route returns 401 when the credential is invalid', async () => {
  const revoked = await site.admin.post('/api/apitokens', { name: 'revoked' });
  await site.admin.delete(`/api/apitokens/${revoked.data.tokenid}`);
  const refresh = site.admin.session.refresh_token as string;
  const callers = [
    ...['nonsense', 'a.b.c', 'mw_pat_nonsense', revoked.data.secret, refresh].map((token) =>
      site.anonymous.bearer(token),
    ),
    site.anonymous.with({ authorization: 'Bearer' }),
    site.anonymous.with({ authorization: 'Digest username="admin"' }),
    // Invalid "Basic" credentials: empty, not base64, partly base64, truncated, and without a colon.
    ...['', '!!!', 'YTpi=Yzpk', 'YTpiY', btoa('nocolon')].map((encoded) =>
      site.anonymous.with({ authorization: `Basic ${encoded}` }),
    ),
    site.anonymous.with({ 'x-api-key': 'nonsense' }),
  ];
  const wrong: string[] = [];
  for (const route of site.app.routes.filter(({ access }) => access === 'optional' || access === 'public')) {
    for (const caller of callers) {
      const answer = await caller.send(route.method, fillPath(route));
      if (answer.status !== 401) wrong.push(`${routeNameOf(route)} -> ${outcomeOf(answer)}`);
    }
  }
  expect(wrong).toEqual([]);
});
