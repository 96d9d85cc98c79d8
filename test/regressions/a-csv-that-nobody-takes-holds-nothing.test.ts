import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readlinkSync } from 'node:fs';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.admin.post('/api/vendors', { vendor: 'Acme' });
});
afterAll(() => site.stop());

/** Returns the number of open handles of this process to the database. */
const connections = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith(`${site.data}/millwright.db`);
    } catch {
      return false;
    }
  }).length;

const LISTS = ['/api/vendors', '/api/assets', '/api/reports/assets-by-status'];

test.skipIf(process.platform !== 'linux')(
  'a HEAD request for a CSV opens no database connection',
  async () => {
    const before = connections();
    for (const list of LISTS)
      for (let n = 0; n < 20; n++) {
        const head = await fetch(`${site.url}${list}?format=csv`, { method: 'HEAD' });
        expect([list, head.status]).toEqual([list, 200]);
      }
    expect(connections()).toBe(before);
  },
);

test('the server refuses an unknown sort key with 400 before a CSV begins', async () => {
  for (const list of ['/api/vendors', '/api/assets']) {
    const wrong = await site.anonymous.get(`${list}?format=csv&sort=zzz`);
    expect([list, wrong.status, wrong.error.code]).toEqual([list, 400, 'VALIDATION_ERROR']);
  }
  expect((await site.anonymous.get('/api/vendors?format=csv')).text).toContain('Acme');
});
