import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('both routes refuse a shared key of fewer than 24 characters', async () => {
  const [short, long] = ['k'.repeat(23), 'k'.repeat(24)];
  const set = (value: string) => site.admin.put('/api/settings/endpoints_shared_key', { value });
  const form = (sharedkey: string) =>
    site.admin.put('/api/endpoints/settings', { sharedkey, sharedkeyenabled: false });
  expect((await set('x')).status).toBe(400);
  expect((await set(short)).error.details.issues[0].path).toBe('value');
  expect((await form(short)).error.details.issues[0].path).toBe('sharedkey');
  const view = (await site.admin.get('/api/endpoints/settings')).data;
  expect(view).toMatchObject({ sharedkeyset: false, sharedkeyenabled: true });
  for (const put of [set, form]) for (const value of [long, '']) expect((await put(value)).status).toBe(200);
});

test('the setting hr_database_url accepts PostgreSQL and MySQL addresses only', async () => {
  const set = (value: string) => site.admin.put('/api/settings/hr_database_url', { value });
  for (const wrong of ['file:///etc/passwd', 'gopher://x/', 'https://hr.plant.example/hr', 'hr'])
    expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400]);
  for (const scheme of ['postgres', 'postgresql', 'mysql', 'mariadb'])
    expect([scheme, (await set(`${scheme}://u:p@hr.plant.example/hr`)).status]).toEqual([scheme, 200]);
  expect((await set('')).status).toBe(200);
});

test('a link template accepts remote protocols and refuses file, script and browser schemes', async () => {
  let n = 0;
  const make = (urltemplate: string) =>
    site.admin.post('/api/protocols', { protocol: `P${++n}`, urltemplate });
  for (const scheme of ['file', 'FILE', 'about', 'chrome', 'jar', 'search-ms', 'javascript', 'data', 'blob'])
    expect([scheme, (await make(`${scheme}:///{host}`)).status]).toEqual([scheme, 400]);
  for (const scheme of ['vnc', 'https', 'rdp', 'ssh', 'telnet'])
    expect([scheme, (await make(`${scheme}://{host}:{port}`)).status]).toEqual([scheme, 201]);
});
