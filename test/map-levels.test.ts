import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeAsset, makeLevel } from './map-floor.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const buildings = async () =>
  (await site.anonymous.get('/api/maplevels')).data as {
    building: string;
    levels: { level: string; sortorder: number; markercount: number }[];
  }[];

test('a new level creates its building when no building has that name', async () => {
  await makeLevel(site.admin, 'Ground floor', 'Press shop');
  await makeLevel(site.admin, 'Gallery', 'press SHOP');
  const found = (await buildings()).find((one) => one.building === 'Press shop');
  expect(found?.levels.map(({ level, sortorder }) => [level, sortorder])).toEqual([
    ['Ground floor', 0],
    ['Gallery', 1],
  ]);
});

test('an anonymous caller reads a level with its size, drawings and count of markers', async () => {
  const { levelid } = await makeLevel(site.admin, 'Basement', 'Foundry');
  await makeAsset(site.admin, 'FO-1', { mapx: 5, mapy: 6, levelid });
  await makeAsset(site.admin, 'FO-2', { levelid });
  const found = await site.anonymous.get(`/api/maplevels/${levelid}`);
  expect(found.data).toMatchObject({
    levelid,
    level: 'Basement',
    building: 'Foundry',
    sortorder: 0,
    width: null,
    height: null,
    blueprints: { light: null, dark: null },
    markercount: 1,
  });
  expect((await site.anonymous.get('/api/maplevels/999999')).status).toBe(404);
});

test('two levels of one building cannot have the same name in any letter case', async () => {
  await makeLevel(site.admin, 'First', 'Twin house');
  const twin = await site.admin.post('/api/maplevels', { building: 'Twin house', level: 'FIRST' });
  expect([twin.status, twin.error.code, twin.error.details.field]).toEqual([409, 'CONFLICT', 'level']);
  const elsewhere = await site.admin.post('/api/maplevels', { building: 'Other house', level: 'First' });
  expect(elsewhere.status).toBe(201);
});

test('a level requires a building and a name', async () => {
  for (const body of [
    { level: 'x' },
    { building: 'x' },
    { building: ' ', level: 'x' },
    { building: 'x', level: 'y'.repeat(256) },
    { building: 'x', level: 'y', sortorder: 1.5 },
  ]) {
    const refused = await site.admin.post('/api/maplevels', body);
    expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  }
});

test('a change of the building moves the level, and the empty building is deleted', async () => {
  const { levelid } = await makeLevel(site.admin, 'Roof', 'Old wing');
  const changed = await site.admin.put(`/api/maplevels/${levelid}`, { building: 'New wing', sortorder: 7 });
  expect(changed.data).toMatchObject({ level: 'Roof', building: 'New wing', sortorder: 7 });
  expect((await buildings()).some((one) => one.building === 'Old wing')).toBe(false);
  const renamed = await site.admin.put(`/api/maplevels/${levelid}`, {
    building: 'NEW wing',
    level: 'Roof deck',
  });
  expect(renamed.data).toMatchObject({ level: 'Roof deck', building: 'NEW wing' });
});

test('a change of a level that another request changed returns 409', async () => {
  const made = await makeLevel(site.admin, 'Lobby', 'Office');
  await site.admin.put(`/api/maplevels/${made.levelid}`, { level: 'Entrance' });
  const stale = await site.admin.put(`/api/maplevels/${made.levelid}`, {
    level: 'Hall',
    ifmodifieddate: made.modifieddate,
  });
  expect([stale.status, stale.error.code]).toEqual([409, 'STALE_WRITE']);
  const old = await site.admin
    .with({ 'If-Unmodified-Since': 'Thu, 01 Jan 2015 00:00:00 GMT' })
    .put(`/api/maplevels/${made.levelid}`, { level: 'Hall' });
  expect(old.status).toBe(409);
});

test('a level with markers cannot be deleted', async () => {
  const { levelid } = await makeLevel(site.admin, 'Line 1', 'Assembly');
  const assetid = await makeAsset(site.admin, 'AS-1', { mapx: 1, mapy: 1, levelid });
  const refused = await site.admin.delete(`/api/maplevels/${levelid}`);
  expect([refused.status, refused.error.code, refused.error.details.references]).toEqual([
    409,
    'IN_USE',
    { assets: 1 },
  ]);
  await site.admin.put('/api/mappositions', {
    positions: [{ assetid, mapx: null, mapy: null, levelid: null }],
  });
  expect((await site.admin.delete(`/api/maplevels/${levelid}`)).data).toEqual({ deleted: levelid });
});

test('a level that a location names cannot be deleted', async () => {
  const { levelid } = await makeLevel(site.admin, 'Line 2', 'Assembly 2');
  await site.admin.post('/api/locations', { location: 'Cell 12', levelid });
  const refused = await site.admin.delete(`/api/maplevels/${levelid}`);
  expect(refused.error.details.references).toEqual({ locations: 1 });
});

test('the last level is deleted with its building, and undo restores both and the retired positions', async () => {
  const { levelid } = await makeLevel(site.admin, 'Only floor', 'Shed');
  const assetid = await makeAsset(site.admin, 'SH-1', { mapx: 3, mapy: 4, levelid });
  await site.admin.delete(`/api/assets/${assetid}`);
  const deleted = await site.admin.delete(`/api/maplevels/${levelid}`);
  expect(deleted.status).toBe(200);
  expect((await buildings()).some((one) => one.building === 'Shed')).toBe(false);
  expect((await site.admin.get(`/api/assets/${assetid}`)).data.levelid).toBeNull();
  const undone = await site.admin.post(`/api/auditlogs/${deleted.headers.get('x-audit-id')}/undo`);
  expect(undone.status).toBe(200);
  expect((await site.anonymous.get(`/api/maplevels/${levelid}`)).data).toMatchObject({
    level: 'Only floor',
    building: 'Shed',
  });
  expect((await site.admin.get(`/api/assets/${assetid}`)).data.levelid).toBe(levelid);
});
