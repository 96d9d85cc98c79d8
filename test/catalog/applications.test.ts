import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('an application requires a launch path and a process name only when it is monitorable', async () => {
  const made = await site.admin.post('/api/applications', { appname: 'Monitor me', ismonitorable: true });
  expect([made.status, made.error.details.issues[0].path]).toEqual([400, 'launchpath']);
  const good = await site.admin.post('/api/applications', {
    appname: 'Monitor me',
    ismonitorable: true,
    launchpath: 'C:\\m.exe',
    processname: 'm.exe',
  });
  expect(good.status).toBe(201);
  expect((await site.admin.put(`/api/applications/${good.data.appid}`, { launchpath: null })).status).toBe(
    400,
  );
  expect(
    (await site.admin.put(`/api/applications/${good.data.appid}`, { launchpath: null, ismonitorable: false }))
      .status,
  ).toBe(200);
});

test('the applications list requires applications.view', async () => {
  expect((await site.anonymous.get('/api/applications')).status).toBe(401);
  expect((await (await site.userWith('assets.view')).get('/api/applications')).status).toBe(403);
  expect((await (await site.userWith('applications.view')).get('/api/applications')).status).toBe(200);
});

test('a package is stored with its hash and downloaded under its original name after sign-in', async () => {
  const { data: app } = await site.admin.post('/api/applications', { appname: 'Packaged' });
  const { data: version } = await site.admin.post(`/api/applications/${app.appid}/versions`, {
    version: '1.0',
  });
  expect((await site.admin.post(`/api/applications/${app.appid}/versions`, { version: '1.0' })).status).toBe(
    409,
  );
  const bytes = Buffer.alloc(3 * 1024 * 1024, 'installer ');
  const form = new FormData();
  form.set('file', new File([bytes], 'setup.msi'));
  const path = `/api/applications/${app.appid}/versions/${version.appversionid}/packages`;
  const uploaded = await site.admin.upload(path, form);
  expect(uploaded.status).toBe(201);
  expect(uploaded.data).toMatchObject({
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const raw = await site.admin
    .with({ 'content-type': 'application/octet-stream' })
    .raw('POST', `${path}?filename=${encodeURIComponent('setup "1".msi')}`, bytes);
  expect(raw.data.originalname).toBe('setup "1".msi');
  const address = `/api/applications/package/${raw.data.filename}`;
  expect((await site.anonymous.get(address)).status).toBe(401);
  const loaded = await site.admin.get(address);
  expect(loaded.headers.get('content-disposition')).toBe(
    `attachment; filename="setup _1_.msi"; filename*=UTF-8''setup%20%221%22.msi`,
  );
  expect(loaded.text.length).toBe(bytes.length);
  expect((await site.admin.get(`/api/applications/${app.appid}/versions`)).data[0].packages).toHaveLength(2);
});

test('a deletion of an application requires its name and deletes the record', async () => {
  const { data: app } = await site.admin.post('/api/applications', { appname: 'Doomed' });
  expect((await site.admin.delete(`/api/applications/${app.appid}`)).status).toBe(400);
  expect((await site.admin.delete(`/api/applications/${app.appid}`, { confirm: 'doomed' })).status).toBe(400);
  expect((await site.admin.delete(`/api/applications/${app.appid}`, { confirm: 'Doomed' })).data).toEqual({
    deleted: app.appid,
  });
  expect((await site.admin.get(`/api/applications/${app.appid}`)).status).toBe(404);
});
