import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';
import { routeNameOf, switchAllOn } from './requests.ts';

/**
 * A record of each route with `access: 'handler'`, for which the guard checks only that the caller has an
 * account. `create` returns the path of a record that the admin may use.
 */
const RECORDS: Readonly<Record<string, (site: Site) => Promise<string>>> = {
  'POST /api/auditlogs/:auditlogid/undo': async ({ admin }) => {
    await admin.post('/api/vendors', { vendor: `Vendor ${crypto.randomUUID()}` });
    const [{ auditlogid }] = (await admin.get('/api/auditlogs?per_page=1')).data;
    return `/api/auditlogs/${auditlogid}/undo`;
  },
};

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await switchAllOn(site);
});
afterAll(() => site.stop());

const createToken = async (body: object): Promise<Client> =>
  site.anonymous.bearer((await site.admin.post('/api/apitokens', { name: 'x', ...body })).data.secret);

test('each route whose handler checks the permission has a record in this test', () => {
  const routes = site.app.routes.filter(({ access }) => access === 'handler').map(routeNameOf);
  expect(routes.sort()).toEqual(Object.keys(RECORDS).sort());
});

test.each(Object.keys(RECORDS))('the handler of %s refuses a caller without the permission', async (name) => {
  const [method] = name.split(' ');
  const callers = {
    'user without permissions': await site.userWith(),
    'user with another permission': await site.userWith('assets.view'),
    'token of the admin with another scope': await createToken({ scopes: ['assets.view'] }),
    'service token': await createToken({ service: true, scopes: ['metrics.read'] }),
  };
  const path = await RECORDS[name]!(site);
  const send = (client: Client) => client.send(method!, path);
  for (const [caller, client] of Object.entries(callers))
    expect([caller, (await send(client)).status]).toEqual([caller, 403]);
  expect((await send(site.anonymous)).status).toBe(401);
  expect((await send(site.admin)).status).toBe(200);
});
