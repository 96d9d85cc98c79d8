import { expect, test } from 'bun:test';
import { startSite } from '../support/site.ts';

test('an address that is none and a colour that is none are refused beside their field', async () => {
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
