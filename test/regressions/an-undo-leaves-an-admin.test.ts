import { expect, test } from 'bun:test';
import { PASSWORD, startSite } from '../support/site.ts';

test('the server refuses each change and undo that would remove the last admin', async () => {
  const site = await startSite();
  const admin = site.app.host.db.read((reader) =>
    reader.value<number>('SELECT roleid FROM roles WHERE isadmin = 1'),
  );
  const { data: bob } = await site.admin.post('/api/users', {
    username: 'bob',
    email: 'bob@plant.example',
    password: PASSWORD,
    mustchangepassword: false,
    roles: [],
  });
  const promoted = await site.admin.put(`/api/users/${bob.userid}`, { roles: [admin] });
  expect(promoted.error).toBeUndefined();
  const asBob = await site.anonymous.signIn('bob', PASSWORD);
  const { data: me } = await site.admin.get('/api/auth/me');
  expect((await asBob.put(`/api/users/${me.userid}`, { roles: [] })).error).toBeUndefined();

  // The change of an account is not marked as undoable, and an attempt to undo it fails.
  expect(promoted.headers.get('x-audit-id')).toBeNull();
  const { data: log } = await asBob.get(`/api/auditlogs?action=identity.user.updated&entityid=${bob.userid}`);
  expect(log[0].undoable).toBe(false);
  const undone = await asBob.post(`/api/auditlogs/${log[0].auditlogid}/undo`);
  expect(undone.status).toBe(409);
  const demoted = await asBob.put(`/api/users/${bob.userid}`, { roles: [] });
  expect([demoted.status, demoted.error.code]).toEqual([409, 'CONFLICT']);
  expect((await asBob.put(`/api/users/${bob.userid}`, { isactive: false })).status).toBe(409);
  expect((await asBob.get('/api/users')).status).toBe(200);
  site.stop();
});
