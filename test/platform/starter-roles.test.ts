import { expect, test } from 'bun:test';
import { startSite } from '../support/site.ts';

interface Role {
  roleid: number;
  rolename: string;
  permissions: string[];
}

test('the starter data creates missing roles once and keeps existing ones', async () => {
  const site = await startSite();
  const roles = async () => (await site.admin.get('/api/users/roles')).data as Role[];
  await site.admin.post('/api/users/roles', { rolename: 'Viewer', permissions: ['assets.view'] });
  expect((await site.admin.post('/api/setup/seed-starter')).data.roles).toBe(2);
  expect((await site.admin.post('/api/setup/seed-starter')).data.roles).toBe(0);
  expect((await roles()).find(({ rolename }) => rolename === 'Viewer')?.permissions).toEqual(['assets.view']);
  await site.stop();
});

test('each starter role extends the previous one, and none may change settings', async () => {
  const site = await startSite();
  expect((await site.admin.post('/api/setup/seed-starter')).data.roles).toBe(3);
  const roles = (await site.admin.get('/api/users/roles')).data as Role[];
  const of = (name: string) => roles.find(({ rolename }) => rolename === name)!.permissions;
  const [viewer, technician, manager] = [of('viewer'), of('technician'), of('manager')];
  for (const permission of viewer) expect(permission).toMatch(/\.(view|download)$/);
  expect(technician).toEqual(expect.arrayContaining([...viewer, 'assets.create', 'computers.edit']));
  expect(viewer).not.toContain('views.share');
  for (const role of [technician, manager]) expect(role).toContain('views.share');
  expect(manager).toEqual(expect.arrayContaining([...technician, 'assets.delete']));
  expect(technician).not.toContain('assets.delete');
  for (const name of ['settings.edit', 'apitokens.create']) expect(manager).not.toContain(name);

  const body = { username: 'tess', email: 't@plant.example', password: 'correct horse', sendwelcome: false };
  const { roleid } = roles.find(({ rolename }) => rolename === 'technician')!;
  await site.admin.post('/api/users', { ...body, roles: [roleid], mustchangepassword: false });
  const tess = await site.anonymous.signIn('tess', 'correct horse');
  const made = await tess.post('/api/assets', { assetnumber: 'A-1', assettypeid: 2 });
  expect(made.status).toBe(201);
  expect((await tess.delete(`/api/assets/${made.data.assetid}`)).status).toBe(403);
  await site.stop();
});
