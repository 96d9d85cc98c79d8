import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

const TOKENS = '/api/endpoints/bootstrap-tokens';
let plain: Site;
let tls: Site;
beforeAll(async () => {
  [plain, tls] = await Promise.all([startSite(), startSite({ config: { tls: true } })]);
});
beforeEach(async () => {
  for (const { admin } of [plain, tls])
    await admin.put('/api/settings/site_url', { value: 'https://millwright.plant.example' });
});
afterAll(() => Promise.all([plain.stop(), tls.stop()]));

const tokens = async ({ admin }: Site) => (await admin.get(TOKENS)).data.length;
const details = async ({ admin }: Site) =>
  (await admin.get('/api/auditlogs?action=endpoints.bootstraptoken.created')).data[0].details;

test('the server without TLS requires publicauthority for an install command without a pin', async () => {
  const before = await tokens(plain);
  for (const body of [{ name: 'x' }, { name: 'x', publicauthority: false }]) {
    const refused = await plain.admin.post(TOKENS, body);
    expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'publicauthority']);
  }
  expect(await tokens(plain)).toBe(before);
  const made = await plain.admin.post(TOKENS, { name: 'x', publicauthority: true });
  expect(made.status).toBe(201);
  expect(made.data.shcommand).not.toContain('--pinnedpubkey');
  expect((await details(plain)).publicauthority).toBe(true);
  expect((await plain.admin.get('/api/endpoints/settings')).data.pinned).toBe(false);
});

test('the server with TLS pins its key in each install command', async () => {
  for (const more of [{}, { publicauthority: true }]) {
    const made = await tls.admin.post(TOKENS, { name: 'x', ...more });
    expect(made.status).toBe(201);
    expect(made.data.shcommand).toContain('--pinnedpubkey');
    expect(await details(tls)).not.toHaveProperty('publicauthority');
  }
  expect((await tls.admin.get('/api/endpoints/settings')).data.pinned).toBe(true);
});

test('the server refuses an install command when site_url is not an https address', async () => {
  for (const site of [plain, tls]) {
    const before = await tokens(site);
    await site.admin.put('/api/settings/site_url', { value: 'http://millwright.plant.example:8080' });
    const refused = await site.admin.post(TOKENS, { name: 'x', publicauthority: true });
    expect([refused.status, refused.error?.details.issues[0].path]).toEqual([400, 'site_url']);
    expect(await tokens(site)).toBe(before);
    await site.admin.put('/api/settings/site_url', { value: 'https://millwright.plant.example' });
    expect((await site.admin.post(TOKENS, { name: 'x', publicauthority: true })).status).toBe(201);
  }
});
