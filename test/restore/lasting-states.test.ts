import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createEnrolledPc, setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const readStates = () =>
  site.app.host.db.read((reader) =>
    reader.all<{ tablename: string; key: string; state: string | null }>(
      'SELECT * FROM lastingstates ORDER BY tablename, key',
    ),
  );

test('check-ins, sign-ins and token use add no revocation records', async () => {
  const pcs = [];
  for (let n = 0; n < 20; n++) pcs.push((await createEnrolledPc(site, `pc-${n}`)).agent);
  const { data } = await site.admin.post('/api/apitokens', { name: 'script' });
  // The first use of a credential invalidates its nonce.
  for (const agent of pcs) await agent.post('/api/endpoints/checkin', { uptimeseconds: 1 });
  const before = readStates();
  for (const [n, agent] of pcs.entries()) {
    const report = { uptimeseconds: 100 + n, loggedinuser: `user${n}`, agentversion: '0.2.0' };
    expect((await agent.post('/api/endpoints/checkin', report)).status).toBe(200);
    expect((await agent.get('/api/endpoints/commands/next?wait=0')).status).toBe(204);
  }
  expect((await site.anonymous.bearer(data.secret).get('/api/assets')).status).toBe(200);
  await site.anonymous.signIn('admin', PASSWORD);
  expect(readStates()).toEqual(before);
});

test('enrollment requests add no revocation records', async () => {
  const before = readStates();
  await site.admin.put('/api/settings/endpoints_pending_per_address', { value: 3 });
  for (let n = 0; n < 20; n++) {
    const request = { hostname: `nobody-${n}`, serialnumber: `SN-${n}`, nonce: `${n}`.padStart(64, '0') };
    await site.anonymous.post('/api/endpoints/enroll', request);
  }
  expect(readStates()).toEqual(before);
});

test('the revocation records contain no personal data of a deleted account', async () => {
  const person = { username: 'erased', email: 'erased@plant.example', password: PASSWORD, roles: [1] };
  const more = { firstname: 'Ada', mustchangepassword: false, sendwelcome: false };
  const { data } = await site.admin.post('/api/users', { ...person, ...more });
  const own = await site.anonymous.signIn('erased', PASSWORD);
  const pc = await createEnrolledPc(site, 'locked-pc');
  await own.put(`/api/endpoints/asset/${pc.assetid}/lock`, { reason: 'maintenance' });
  await site.admin.put(`/api/users/${data.userid}`, { password: 'another horse, correct too' });
  expect((await site.admin.delete(`/api/users/${data.userid}`)).status).toBe(200);
  const text = JSON.stringify(readStates());
  expect(text).not.toMatch(/erased|Ada/);
  const [own_] = readStates().filter(
    ({ tablename, key }) => tablename === 'users' && key.startsWith(`[${data.userid},`),
  );
  expect(own_!.state).toBeNull();
});

test('the revocation record is deleted when the permission is granted again', async () => {
  const { data: role } = await site.admin.post('/api/users/roles', {
    rolename: 'comes and goes',
    permissions: ['endpoints.view'],
  });
  const countEnded = () => readStates().filter(({ tablename }) => tablename === 'rolepermissions').length;
  const change = (permissions: string[]) =>
    site.admin.put(`/api/users/roles/${role.roleid}`, { permissions });
  await change([]);
  expect(countEnded()).toBe(1);
  await change(['endpoints.view']);
  expect(countEnded()).toBe(0);
});
