import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let agent: number;
let other: number;
beforeAll(async () => {
  site = await startSite();
  const createApplication = (appname: string, isreserved: boolean) =>
    site.admin.post('/api/applications', { appname, isreserved, isinstallable: true });
  agent = (await createApplication('Agent', true)).data.appid;
  other = (await createApplication('Other', false)).data.appid;
});
afterAll(() => site.stop());

test('a caller with applications.edit cannot release, merge or delete a reserved application', async () => {
  const editor = await site.userWith('applications.view', 'applications.edit');
  for (const sent of [
    editor.put(`/api/applications/${agent}`, { isreserved: false }),
    editor.post(`/api/applications/${agent}/merge`, { into: other }),
    editor.delete(`/api/applications/${agent}`, { confirm: 'Agent' }),
  ]) {
    const { status, error } = await sent;
    expect([status, error?.code]).toEqual([403, 'FORBIDDEN']);
  }
  expect((await editor.put(`/api/applications/${agent}`, { description: 'Ours' })).status).toBe(200);
  expect((await site.admin.get(`/api/applications/${agent}`)).data.isreserved).toBe(true);
  expect((await site.admin.put(`/api/applications/${agent}`, { isreserved: false })).status).toBe(200);
});
