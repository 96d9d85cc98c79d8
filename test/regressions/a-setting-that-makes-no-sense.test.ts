import { expect, test } from 'bun:test';
import { startSite } from '../support/site.ts';

test('the server names the field when an address or a color is invalid', async () => {
  const site = await startSite();
  for (const [key, wrong, right] of [
    ['site_url', 'not an address', 'https://plant.example:8443'],
    ['branding_accent', 'blurple', '#1C7ed6'],
  ]) {
    const refused = await site.admin.put(`/api/settings/${key}`, { value: wrong });
    expect([key, refused.status, refused.error.details.issues[0].path]).toEqual([key, 400, 'value']);
    expect((await site.admin.put(`/api/settings/${key}`, { value: right })).error).toBeUndefined();
    expect((await site.admin.put(`/api/settings/${key}`, { value: '' })).error).toBeUndefined();
  }
  site.stop();
});

test('the server refuses the key of a declared setting in another letter case', async () => {
  const site = await startSite();
  for (const send of [
    site.admin.put('/api/settings/SITE_URL', { value: 'https://other.example' }),
    site.admin.post('/api/settings', { key: 'Smtp_Host', value: 'other.example' }),
  ]) {
    const { status, error } = await send;
    expect([status, error.details.issues[0].path]).toEqual([400, 'key']);
    expect(error.details.issues[0].message).toContain('in lower-case letters');
  }
  expect((await site.admin.put('/api/settings/Own_Note', { value: 'x' })).status).toBe(200);
  site.stop();
});
