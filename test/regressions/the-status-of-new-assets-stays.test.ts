import { expect, test } from 'bun:test';
import { startSite } from '../support/site.ts';

test('the server refuses to delete or merge the default status of new assets', async () => {
  const site = await startSite();
  try {
    const other = (await site.admin.post('/api/assets/statuses', { status: 'On loan' })).data.statusid;
    const path = '/api/assets/statuses/1';
    expect((await site.admin.post(`${path}/merge`, { into: other })).status).toBe(409);
    const { status, error } = await site.admin.delete(path);
    expect([status, error?.code]).toEqual([409, 'CONFLICT']);
    expect((await site.admin.post(`/api/assets/statuses/${other}/merge`, { into: 1 })).status).toBe(200);
    const made = await site.admin.post('/api/computers', { assetnumber: 'PC-1', hostname: 'pc-1' });
    expect([made.status, made.data.statusid]).toEqual([201, 1]);
  } finally {
    await site.stop();
  }
});
