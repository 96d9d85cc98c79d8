import { expect, test } from 'bun:test';
import { startSite } from '../support/site.ts';

test('the server refuses a position outside its drawing and clears its review when it changes', async () => {
  const site = await startSite();
  const { data: level } = await site.admin.post('/api/maplevels', { building: 'Works', level: 'Ground' });
  site.app.host.db.writeUnaudited((tx) =>
    tx.runUnjournaled('UPDATE maplevels SET width = 100, height = 80 WHERE levelid = ?', level.levelid),
  );
  const place = { levelid: level.levelid, mapx: 10, mapy: 20 };
  const { data: asset } = await site.admin.post('/api/assets', {
    assetnumber: 'P-1',
    assettypeid: 2,
    ...place,
  });
  const path = `/api/assets/${asset.assetid}`;
  const verified = { mapverifiedat: '2026-01-02T03:04:05.000Z' };
  expect((await site.admin.put(path, verified)).data.mapverifiedat).toBe(verified.mapverifiedat);

  for (const [wrong, field] of [
    [{ mapx: -999 }, 'mapx'],
    [{ mapy: 81 }, 'mapy'],
  ] as const) {
    const refused = await site.admin.put(path, wrong);
    expect([refused.status, JSON.stringify(refused.error.details)]).toEqual([
      400,
      expect.stringContaining(field),
    ]);
    const bulk = await site.admin.patch('/api/assets/bulk', { ids: [asset.assetid], changes: wrong });
    expect(bulk.status).toBe(400);
  }
  const outside = { assetnumber: 'P-2', assettypeid: 2, ...place, mapx: 101 };
  expect((await site.admin.post('/api/assets', outside)).status).toBe(400);
  expect((await site.admin.get(path)).data.mapverifiedat).toBe(verified.mapverifiedat);

  const moved = await site.admin.put(path, { mapx: 11 });
  expect(moved.data).toMatchObject({ mapx: 11, mapverifiedat: null });
  const undone = await site.admin.post(`/api/auditlogs/${moved.headers.get('x-audit-id')}/undo`);
  expect([undone.status, undone.error]).toEqual([200, undefined]);
  expect((await site.admin.get(path)).data).toMatchObject({ mapx: 10, ...verified });
  site.stop();
});
