import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readSources } from '../../build/source-files.ts';
import { plugins } from '../../plugins/index.ts';
import { lockersPlugin } from '../fixtures/plugins/lockers/index.ts';
import { lockers } from '../fixtures/plugins/lockers/tables.ts';
import { type Site, startSite } from '../support/site.ts';
import { driftOf } from './drift.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, lockersPlugin] });
});
afterAll(() => site.stop());

test('the plugin that the tour shows is short enough to be copied, and all of it works', async () => {
  const lines = readSources('test/fixtures/plugins/lockers/*.{ts,sql}').map(
    ({ text }) => text.split('\n').length - 1,
  );
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.reduce((sum, n) => sum + n)).toBeLessThan(120);
  expect(site.app.host.db.read((reader) => driftOf(reader, lockers))).toEqual([]);

  const made = await site.admin.post('/api/lockers', { locker: 'A-17' });
  expect([made.status, made.data.holder]).toEqual([201, null]);
  const path = `/api/lockers/${made.data.lockerid}/key`;
  expect((await site.admin.get('/api/dashboard/summary')).data.attention).toContainEqual(
    expect.objectContaining({ key: 'lockers', count: 1 }),
  );
  expect((await site.stranger.post(path, { holder: 'Ada' })).status).toBe(401);
  expect((await site.admin.post(path, { holder: 'Ada' })).data.holder).toBe('Ada');
  const again = await site.admin.post(path, { holder: 'Ben' });
  expect([again.status, again.error.message]).toEqual([409, 'Ada has this key. Take it back first.']);
  expect((await site.stranger.get('/api/lockers?search=ada')).data).toHaveLength(1);
  const given = await site.admin.get('/api/auditlogs?action=lockers.key.given');
  expect(given.data[0].details.changes).toEqual({ holder: [null, 'Ada'] });
  expect((await site.admin.post(`/api/auditlogs/${given.data[0].auditlogid}/undo`)).status).toBe(200);
  expect((await site.stranger.get(`/api/lockers/${made.data.lockerid}`)).data.holder).toBeNull();
});
