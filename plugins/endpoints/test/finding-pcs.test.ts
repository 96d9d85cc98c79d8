import { afterAll, beforeAll, expect, test } from 'bun:test';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';
import { createEnrolledPc, setSharedKey } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const findHostnames = async (search: string) =>
  (await site.admin.get(`/api/endpoints?search=${encodeURIComponent(search)}`)).data.map(
    ({ hostname }: { hostname: string }) => hostname,
  );

test('the fleet search finds a PC by user, serial number, host name and each address', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'mill-1');
  const { agent: other } = await createEnrolledPc(site, 'mill-2');
  await site.admin.put(`/api/assets/${assetid}`, { serialnumber: 'CZC-4711' });
  const seen = { loggedinuser: 'PLANT\\jansen', ipaddresses: ['10.9.0.7', '192.168.77.3'] };
  await agent.post('/api/endpoints/checkin', seen);
  await other.post('/api/endpoints/checkin', { loggedinuser: 'devries', ipaddresses: ['10.9.0.8'] });
  for (const text of ['jansen', 'czc-47', '10.9.0.7', '192.168.77', 'mill-1'])
    expect([text, await findHostnames(text)]).toEqual([text, ['mill-1']]);
  expect(await findHostnames('10.9.0.')).toEqual(['mill-1', 'mill-2']);
  expect(await findHostnames('nobody')).toEqual([]);
  const [row] = (await site.admin.get('/api/endpoints?search=jansen')).data;
  expect(row).toMatchObject({
    loggedinuser: 'PLANT\\jansen',
    serialnumber: 'CZC-4711',
    ipaddress: '10.9.0.7',
  });
});

test('the fleet search finds a PC by its reported full host name after an admin has named it', async () => {
  const { data } = await site.anonymous
    .with({ 'x-api-key': COLLECTOR_KEY })
    .post('/api/collector/computers', { hostname: 'lathe-9.line-3.example', serialnumber: 'L-9' });
  await site.admin.put(`/api/assets/${data.assetid}`, { name: 'Press PC' });
  expect(await findHostnames('line-3.example')).toEqual(['lathe-9']);
});

test('the audit log shows a bootstrap token by its name', async () => {
  await site.admin.put('/api/settings/site_url', { value: 'https://millwright.plant.example' });
  const token = await site.admin.post('/api/endpoints/bootstrap-tokens', {
    name: 'Line 3, new PCs',
    publicauthority: true,
  });
  expect(token.status).toBe(201);
  const { data } = await site.admin.get('/api/auditlogs?per_page=5');
  const made = data.find(({ entitytype }: { entitytype: string }) => entitytype === 'bootstraptoken');
  expect(made).toMatchObject({ entityname: 'Line 3, new PCs', entityhref: '/endpoints/bootstrap-tokens' });
});
