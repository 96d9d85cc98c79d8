import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let now = 0;
beforeAll(async () => {
  // Each reading of the stopwatch uses up a time slice, so that long work takes several.
  site = await startSite({
    elapsed: () => {
      now += 50;
      return now;
    },
  });
});
afterAll(() => site.stop());

test('the server refuses to undo a bulk edit that changed nothing in several time slices', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) {
    const asset = { assetnumber: `SAME-${n}`, assettypeid: 1, statusid: 1 };
    ids.push((await site.admin.post('/api/assets', asset)).data.assetid);
  }
  const edit = await site.admin.patch('/api/assets/bulk', { ids, changes: { statusid: 1 } });
  expect([edit.status, edit.error]).toEqual([200, undefined]);
  const [row] = (await site.admin.get('/api/auditlogs?per_page=1')).data;
  expect(row.action).toContain('bulk');
  const { status, error } = await site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`);
  expect([status, error.code, error.message]).toEqual([409, 'CONFLICT', 'This change cannot be undone.']);
});
