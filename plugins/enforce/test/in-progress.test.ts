import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { DAY } from '../../../test/support/clock.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import {
  buildTextEntry,
  createEntry,
  createPcClient,
  createScope,
  requestPublish,
} from './enforce-requests.ts';

let site: Site;
let pc: Client;
/** A client with an API token, which does not expire when the clock advances. */
let admin: Client;
beforeAll(async () => {
  site = await startSite();
  pc = await createPcClient(site, ['enforce.report']);
  admin = site.anonymous.bearer((await site.admin.post('/api/apitokens', { name: 'all' })).data.secret);
});
afterAll(() => site.stop());

test('a publication is in progress until the PCs of its scope report, at most a week', async () => {
  const { scopeid } = await createScope(site, { scopename: 'Paint' });
  await createEntry(site, scopeid, buildTextEntry('Notes'));
  for (const hostname of ['paint-1', 'paint-2'])
    await site.admin.post('/api/computers', { assetnumber: hostname, hostname });
  const report = (hostname: string) =>
    pc.post('/api/enforce/report', { hostname, scopename: 'Paint', phase: 'runtime', status: 'compliant' });
  await report('paint-1');
  await report('paint-2');
  const countAwaited = async () => {
    const { attention } = (await admin.get('/api/dashboard/summary')).data;
    const alert = attention.find(({ key }: { key: string }) => key === 'enforce.publishing');
    const listed = await admin.get('/api/enforce/reports?awaited=true');
    expect(listed.meta.pagination.total).toBe(alert?.count ?? 0);
    return alert?.count ?? 0;
  };
  expect(await countAwaited()).toBe(0);
  site.clock.advance(1000);
  await requestPublish(site, scopeid);
  expect(await countAwaited()).toBe(2);
  site.clock.advance(1000);
  await report('paint-1');
  expect(await countAwaited()).toBe(1);
  site.clock.advance(8 * DAY);
  expect(await countAwaited()).toBe(0);
});
