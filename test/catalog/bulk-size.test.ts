import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('a bulk edit refuses a long text for many assets and accepts it for one', async () => {
  const changes = { notes: 'x'.repeat(60_000) };
  const many = await site.admin.patch('/api/assets/bulk', {
    ids: Array.from({ length: 200 }, (_, index) => index + 1),
    changes,
  });
  expect(many.status).toBe(400);
  expect(many.error.details.issues).toEqual([
    expect.objectContaining({
      path: 'changes',
      message: expect.stringContaining('at most 40000 characters'),
    }),
  ]);
  const { data } = await site.admin.post('/api/assets', { assetnumber: 'LONG-1', assettypeid: 1 });
  expect((await site.admin.patch('/api/assets/bulk', { ids: [data.assetid], changes })).status).toBe(200);
});
