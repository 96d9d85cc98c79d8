import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeAsset, makeLevel, positionOf } from './map-floor.ts';
import type { Client } from './support/client.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let editor: Client;
let ground: number;
let upper: number;
beforeAll(async () => {
  site = await startSite();
  editor = await site.userWith('assets.edit');
  ground = (await makeLevel(site.admin, 'Ground')).levelid;
  upper = (await makeLevel(site.admin, 'Upper')).levelid;
});
afterAll(() => site.stop());

const put = (...positions: unknown[]) => editor.put('/api/mappositions', { positions });
const save = async (body: unknown = {}) => (await editor.post('/api/mappositions/snapshots', body)).data;
const restore = (snapshotid: number) => editor.post(`/api/mappositions/snapshots/${snapshotid}/restore`);

test('a restore of a snapshot restores position, level and verification', async () => {
  const assetid = await makeAsset(site.admin, 'S-1', { mapx: 1, mapy: 2, levelid: ground });
  await editor.post('/api/mappositions/verify', { assetids: [assetid] });
  const before = await positionOf(site.admin, assetid);
  const snapshot = await save({ name: 'Before the move' });
  expect(snapshot).toMatchObject({ name: 'Before the move', reason: 'manual', levelid: null, level: null });
  await put({ assetid, mapx: 8, mapy: 9, levelid: upper });
  expect((await restore(snapshot.snapshotid)).data).toMatchObject({
    snapshotid: snapshot.snapshotid,
    changed: 1,
  });
  expect(await positionOf(site.admin, assetid)).toEqual(before);
});

test('a restore creates a snapshot that restores the previous positions', async () => {
  const assetid = await makeAsset(site.admin, 'S-2', { mapx: 1, mapy: 2, levelid: ground });
  const { snapshotid } = await save();
  await put({ assetid, mapx: 8, mapy: 9, levelid: upper });
  const { beforesnapshotid } = (await restore(snapshotid)).data;
  const [newest] = (await editor.get('/api/mappositions/snapshots')).data;
  expect(newest).toMatchObject({ snapshotid: beforesnapshotid, reason: 'restore' });
  await restore(beforesnapshotid);
  expect(await positionOf(site.admin, assetid)).toMatchObject({ mapx: 8, mapy: 9, levelid: upper });
});

test('a restore writes one audit row with history and can be undone', async () => {
  const assetid = await makeAsset(site.admin, 'S-3', { mapx: 1, mapy: 2, levelid: ground });
  const { snapshotid } = await save();
  await put({ assetid, mapx: 8, mapy: 9, levelid: upper });
  const restored = await restore(snapshotid);
  const history = (await site.admin.get(`/api/assets/${assetid}/history`)).data;
  expect(history.slice(0, 3).map((row: { auditlogid: number }) => row.auditlogid)).toEqual(
    Array(3).fill(Number(restored.headers.get('x-audit-id'))),
  );
  await site.admin.post(`/api/auditlogs/${restored.headers.get('x-audit-id')}/undo`);
  expect(await positionOf(site.admin, assetid)).toMatchObject({ mapx: 8, mapy: 9, levelid: upper });
});

test('a restore removes the position of a previously unplaced asset and keeps later assets', async () => {
  const unplaced = await makeAsset(site.admin, 'S-4');
  const { snapshotid } = await save();
  await put({ assetid: unplaced, mapx: 1, mapy: 1, levelid: ground });
  const later = await makeAsset(site.admin, 'S-5', { mapx: 3, mapy: 3, levelid: ground });
  await restore(snapshotid);
  expect(await positionOf(site.admin, unplaced)).toMatchObject({ mapx: null, mapy: null, levelid: null });
  expect(await positionOf(site.admin, later)).toMatchObject({ mapx: 3, mapy: 3, levelid: ground });
});

test('the restore of a snapshot of one level does not change other levels', async () => {
  const here = await makeAsset(site.admin, 'S-6', { mapx: 1, mapy: 1, levelid: upper });
  const there = await makeAsset(site.admin, 'S-7', { mapx: 2, mapy: 2, levelid: ground });
  const snapshot = await save({ levelid: upper });
  expect(snapshot).toMatchObject({ levelid: upper, level: 'Upper', name: 'Snapshot' });
  await put(
    { assetid: here, mapx: 5, mapy: 5, levelid: ground },
    { assetid: there, mapx: 6, mapy: 6, levelid: ground },
  );
  await restore(snapshot.snapshotid);
  expect(await positionOf(site.admin, here)).toMatchObject({ mapx: 1, levelid: upper });
  expect(await positionOf(site.admin, there)).toMatchObject({ mapx: 6, levelid: ground });
});

test('a restore sets the level to null when the level no longer exists', async () => {
  const gone = (await makeLevel(site.admin, 'Torn down')).levelid;
  const assetid = await makeAsset(site.admin, 'S-8', { mapx: 4, mapy: 4, levelid: gone });
  const { snapshotid } = await save();
  await put({ assetid, mapx: 5, mapy: 5, levelid: ground });
  expect((await site.admin.delete(`/api/maplevels/${gone}`)).status).toBe(200);
  await restore(snapshotid);
  expect(await positionOf(site.admin, assetid)).toMatchObject({ mapx: 4, mapy: 4, levelid: null });
});

test('snapshots are listed in pages from the newest, and unknown ones are refused', async () => {
  const { snapshotid } = await save({ name: 'Newest' });
  const page = await editor.get('/api/mappositions/snapshots?per_page=1');
  expect([page.data[0].snapshotid, page.meta.pagination.perpage]).toEqual([snapshotid, 1]);
  expect((await restore(999_999)).status).toBe(404);
  const refused = await editor.post('/api/mappositions/snapshots', { levelid: 999_999 });
  expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'levelid']);
});
