import { afterAll, beforeAll, expect, test } from 'bun:test';
import { AGENT_CREDENTIAL } from '../../plugins/endpoints/agent-credentials.ts';
import { createEnrolledPc, setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import { COLLECTOR } from '../../src/features/identity/index.ts';
import { KIOSK } from '../../src/features/kioskdevices/index.ts';
import { type Access, isOpenToAnonymous, permissionsOf } from '../../src/kit/http/access.ts';
import type { Route } from '../../src/kit/http/routes.ts';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';
import { fillPath, isMachine, routeNameOf, switchAllOn } from './requests.ts';

/** A kind of caller with its permissions and its identity. */
interface Caller {
  client: Client;
  holds: string[];
  is: 'nobody' | 'person' | 'scoped' | 'service' | 'kiosk' | 'agent';
}

/**
 * Routes whose handler returns 403 depending on the owner of the record. The permission to call the route is
 * separate.
 */
const BY_RECORD =
  /^(GET|PUT) \/api\/users\/:userid$|^(GET|POST) \/api\/imports$|^POST \/api\/imports\/cells$/;
const READER = ['assets.view', 'computers.view'];

let site: Site;
let callers: Record<string, Caller>;
beforeAll(async () => {
  site = await startSite();
  const token = async (body: object) =>
    site.anonymous.bearer((await site.admin.post('/api/apitokens', { name: 'x', ...body })).data.secret);
  await switchAllOn(site);
  const kiosk = await site.admin.post('/api/kioskdevices', { cabinetname: 'A', kind: 'usb' });
  await setSharedKey(site);
  const pc = await createEnrolledPc(site, 'caller-1');
  // A queued command, so that its poll returns immediately.
  const command = { action: 'message', parameters: { text: 'x' } };
  await site.admin.post(`/api/endpoints/asset/${pc.assetid}/commands`, command);
  const scopes = [...READER, 'assets.edit', 'settings.edit', 'apitokens.create'];
  const service = ['collector.ingest'];
  callers = {
    anonymous: { client: site.anonymous, holds: [], is: 'nobody' },
    reader: { client: await site.userWith(...READER), holds: READER, is: 'person' },
    'scoped token': { client: await token({ scopes }), holds: scopes, is: 'scoped' },
    'service token': {
      client: await token({ service: true, scopes: service }),
      holds: service,
      is: 'service',
    },
    'metrics token': {
      client: await token({ service: true, scopes: ['metrics.read'] }),
      holds: ['metrics.read'],
      is: 'service',
    },
    'kiosk token': {
      client: site.anonymous.with({ 'x-kiosk-token': kiosk.data.secret }),
      holds: [],
      is: 'kiosk',
    },
    'agent of a PC': { client: pc.agent, holds: [], is: 'agent' },
  };
});
afterAll(() => site.stop());

const IN = 'in';
type Verdict = 401 | 403 | typeof IN;

/**
 * Computes the expected result from the access of the route. This is a second, independent implementation of
 * the rule.
 */
function verdictOn({ access, method, path }: Route, { is, holds }: Caller): Verdict {
  if (isOpenToAnonymous(access)) return IN;
  if (isMachine(access)) return onMachines(access, path, is, holds);
  // Machine credentials are read only on machine routes. On other routes, such a caller is anonymous.
  if (is === 'nobody' || is === 'kiosk' || is === 'agent') return 401;
  if (access === 'session') return is === 'person' ? IN : 403;
  // The owner of the record decides. The record does not exist, so none of these callers can own it.
  if (access === 'handler') return 403;
  if (access === 'login') return is === 'person' || (is === 'scoped' && method === 'GET') ? IN : 403;
  if (access === 'admin' || access === 'adminsession') return 403;
  const opening = [...permissionsOf(access), access.orScope];
  return holds.some((name) => opening.includes(name)) ? IN : 403;
}

function onMachines(access: Access & object, path: string, is: Caller['is'], holds: string[]): Verdict {
  const kinds = 'machine' in access ? access.machine : [];
  if (is === 'kiosk')
    return kinds.some(({ kind }) => kind === KIOSK.kind) && path.startsWith('/api/usb/') ? IN : 401;
  // Routes that recognize a credential without accepting it respond with 403.
  const isRefused = 'machine' in access && access.refused?.includes(AGENT_CREDENTIAL);
  if (is === 'agent') return kinds.includes(AGENT_CREDENTIAL) ? IN : isRefused ? 403 : 401;
  if (is === 'nobody') return 401;
  return kinds.includes(COLLECTOR) && holds.includes('collector.ingest') ? IN : 403;
}

/**
 * Returns the actual status. The body is invalid JSON, so only authorized requests reach the parser, and
 * nothing changes.
 */
async function requestStatus({ client }: Caller, route: Route): Promise<number> {
  const json = client.with({ 'content-type': 'application/json' });
  const answer = await json.raw(route.method, fillPath(route), route.method === 'GET' ? undefined : '{"a":');
  return answer.status;
}

const agrees = (verdict: Verdict, status: number, route: Route): boolean =>
  verdict === IN
    ? status !== 401 && (status !== 403 || BY_RECORD.test(routeNameOf(route)))
    : status === verdict;

/** Routes that are open to all callers, and return 401 or 403 for reasons of their own. */
const OF_THEIR_OWN = [
  'POST /api/auth/refresh',
  'POST /api/auth/login',
  'POST /api/setup/create-admin',
  'POST /api/setup/restore',
];

test('each route returns to each kind of caller the status that follows from its access', async () => {
  const { paths } = JSON.parse((await site.anonymous.get('/api/docs/openapi.json')).text) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const { routes } = site.app;
  expect(documented.sort()).toEqual(routes.map(routeNameOf).sort());
  const wrong: string[] = [];
  const met = new Set<string>();
  for (const [who, caller] of Object.entries(callers)) {
    for (const route of routes.filter((one) => !OF_THEIR_OWN.includes(routeNameOf(one)))) {
      const verdict = verdictOn(route, caller);
      const status = await requestStatus(caller, route);
      met.add(`${who} ${verdict}`);
      if (!agrees(verdict, status, route))
        wrong.push(`${who}: ${routeNameOf(route)} -> ${status}, not ${verdict}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(met.size).toBeGreaterThan(10);
});

test('a scoped token reads login routes and returns 403 for their mutations', async () => {
  const { client } = callers['scoped token']!;
  for (const path of [
    '/api/auth/me',
    '/api/users/roles',
    '/api/savedviews',
    '/api/users/1',
    '/api/apitokens',
  ])
    expect([path, (await client.get(path)).status]).toEqual([path, 200]);
  const view = { viewname: 'V', page: '/assets', query: {} };
  for (const write of [
    client.post('/api/savedviews', view),
    client.post('/api/auth/logout'),
    client.put('/api/users/1', { firstname: 'Changed' }),
    client.post('/api/imports', {}),
  ])
    expect([(await write).status, (await write).error.code]).toEqual([403, 'FORBIDDEN']);
});
