import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeAsset, makeLevel, positionOf, uploadDrawing } from './map-floor.ts';
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
  await uploadDrawing(site.admin, ground, 1000, 500);
});
afterAll(() => site.stop());

const put = (positions: unknown) => editor.put('/api/mappositions', { positions });

test('positions are set with one audit row and a row of the history for each change', async () => {
  const one = await makeAsset(site.admin, 'P-1');
  const two = await makeAsset(site.admin, 'P-2');
  const answer = await put([
    { assetid: one, mapx: 10.25, mapy: 20, levelid: ground },
    { assetid: two, mapx: 0, mapy: 500, levelid: ground },
  ]);
  expect(answer.data).toMatchObject({ matched: 2, changed: 2 });
  expect(await positionOf(site.admin, one)).toEqual({
    mapx: 10.25,
    mapy: 20,
    levelid: ground,
    mapverifiedat: null,
  });
  const audit = (await site.admin.get('/api/auditlogs?action=map.position.moved')).data;
  expect(audit[0]).toMatchObject({
    auditlogid: Number(answer.headers.get('x-audit-id')),
    undoable: true,
    details: { count: 2 },
  });
  const history = (await site.admin.get(`/api/assets/${one}/history`)).data as { field: string }[];
  expect(
    history
      .map((row) => row.field)
      // Excludes the entries about the creation of the asset and its row in the register of machines.
      .filter((field) => field !== 'assets' && field !== 'machines')
      .sort(),
  ).toEqual(['levelid', 'mapx', 'mapy']);
});

test('the undo of a move restores the position', async () => {
  const assetid = await makeAsset(site.admin, 'P-3', { mapx: 1, mapy: 2, levelid: ground });
  const moved = await put([{ assetid, mapx: 3, mapy: 4, levelid: upper }]);
  await site.admin.post(`/api/auditlogs/${moved.headers.get('x-audit-id')}/undo`);
  expect(await positionOf(site.admin, assetid)).toMatchObject({ mapx: 1, mapy: 2, levelid: ground });
});

test('a position without a level leaves the level as it is, and null values clear the position', async () => {
  const assetid = await makeAsset(site.admin, 'P-4', { mapx: 1, mapy: 2, levelid: upper });
  await put([{ assetid, mapx: 5, mapy: 6 }]);
  expect(await positionOf(site.admin, assetid)).toMatchObject({ mapx: 5, mapy: 6, levelid: upper });
  await put([{ assetid, mapx: null, mapy: null, levelid: null }]);
  expect(await positionOf(site.admin, assetid)).toMatchObject({ mapx: null, mapy: null, levelid: null });
});

test.each([
  [
    'an unknown asset',
    (good: number) => [
      { assetid: good, mapx: 1, mapy: 1 },
      { assetid: 999_999, mapx: 1, mapy: 1, levelid: ground },
    ],
    'positions.1.assetid',
  ],
  [
    'an unknown level',
    (good: number) => [{ assetid: good, mapx: 1, mapy: 1, levelid: 999_999 }],
    'positions.0.levelid',
  ],
  [
    'an asset named twice',
    (good: number) => [
      { assetid: good, mapx: 1, mapy: 1 },
      { assetid: good, mapx: 2, mapy: 2 },
    ],
    'positions.1.assetid',
  ],
  [
    'x outside the drawing',
    (good: number) => [{ assetid: good, mapx: 1000.5, mapy: 1, levelid: ground }],
    'positions.0.mapx',
  ],
  [
    'y outside the drawing',
    (good: number) => [{ assetid: good, mapx: 1, mapy: -1, levelid: ground }],
    'positions.0.mapy',
  ],
  [
    'half a position',
    (good: number) => [{ assetid: good, mapx: 1, mapy: null, levelid: ground }],
    'positions.0.mapy',
  ],
  [
    'a position as text',
    (good: number) => [{ assetid: good, mapx: '1', mapy: 1, levelid: ground }],
    'positions.0.mapx',
  ],
  ['no positions', () => [], 'positions'],
])('%s fails the whole request', async (what, positions, path) => {
  const good = await makeAsset(site.admin, `BAD ${what}`, { mapx: 7, mapy: 8, levelid: ground });
  const refused = await put(positions(good));
  expect([refused.status, refused.error.code, refused.error.details.issues[0].path]).toEqual([
    400,
    'VALIDATION_ERROR',
    path,
  ]);
  expect(await positionOf(site.admin, good)).toMatchObject({ mapx: 7, mapy: 8, levelid: ground });
});

test('more than 4 MiB of positions return 413, and more than 20,000 positions return 400', async () => {
  const large = await editor
    .with({ 'content-type': 'application/json' })
    .raw('PUT', '/api/mappositions', `{"positions":[${' '.repeat(4 * 1024 * 1024)}]}`);
  expect([large.status, large.error.code, large.error.details.limit]).toEqual([
    413,
    'PAYLOAD_TOO_LARGE',
    4 * 1024 * 1024,
  ]);
  const many = await put(Array.from({ length: 20_001 }, (_, n) => ({ assetid: n, mapx: 1, mapy: 1 })));
  expect([many.status, many.error.details.issues]).toEqual([
    400,
    [{ path: 'positions', message: 'Set at most 20000 positions at once.' }],
  ]);
});

test('the path of an issue contains the index of the invalid position in a long list', async () => {
  const positions = Array.from({ length: 5000 }, (_, n) => ({
    assetid: n + 1,
    mapx: 1,
    mapy: n === 4321 ? null : 1,
  }));
  expect((await put(positions)).error.details.issues[0].path).toBe('positions.4321.mapy');
});

test('a number that is too large to be finite is refused', async () => {
  const assetid = await makeAsset(site.admin, 'INF');
  const refused = await editor
    .with({ 'content-type': 'application/json' })
    .raw(
      'PUT',
      '/api/mappositions',
      `{"positions":[{"assetid":${assetid},"mapx":1e999,"mapy":1,"levelid":${upper}}]}`,
    );
  expect(refused.status).toBe(400);
});

test('a verification sets a time that stays for the same position and is cleared by a move', async () => {
  const assetid = await makeAsset(site.admin, 'V-1', { mapx: 1, mapy: 2, levelid: ground });
  const verified = await editor.post('/api/mappositions/verify', { assetids: [assetid, assetid] });
  expect(verified.data).toMatchObject({ verified: 1 });
  expect((await positionOf(site.admin, assetid)).mapverifiedat).toBe(verified.data.mapverifiedat);
  await put([{ assetid, mapx: 1, mapy: 2, levelid: ground }]);
  expect((await positionOf(site.admin, assetid)).mapverifiedat).toBe(verified.data.mapverifiedat);
  await put([{ assetid, mapx: 9, mapy: 2, levelid: ground }]);
  expect((await positionOf(site.admin, assetid)).mapverifiedat).toBeNull();
});

test('a verification is refused as a whole when one asset is not on the map', async () => {
  const placed = await makeAsset(site.admin, 'V-2', { mapx: 1, mapy: 2, levelid: ground });
  const lost = await makeAsset(site.admin, 'V-3', { mapx: 1, mapy: 2 });
  for (const assetids of [
    [placed, lost],
    [placed, 999_999],
  ]) {
    const refused = await editor.post('/api/mappositions/verify', { assetids });
    expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'assetids.1']);
  }
  expect((await positionOf(site.admin, placed)).mapverifiedat).toBeNull();
});

test('a request sets 10,000 positions', async () => {
  const { host } = site.app;
  const context = {
    actor: {
      kind: 'system' as const,
      userid: null,
      name: 'system',
      isadmin: true,
      permissions: new Set<string>(),
    },
    requestid: null,
    ipaddress: null,
  };
  const ids = host.db.transact(context, 'test.asset.created', (tx) => {
    tx.audit({ entitytype: 'asset', entityid: null, undoable: false });
    return Array.from({ length: 10_000 }, (_, n) =>
      tx.insert('assets', { assetnumber: `BULK-${n}`, assettypeid: 1 }),
    );
  }).value;
  const positions = ids.map((assetid, n) => ({
    assetid,
    mapx: n % 1000,
    mapy: (n % 500) + 0.123456,
    levelid: ground,
    note: 'x'.repeat(60),
  }));
  const answer = await put(positions);
  expect(answer.data).toMatchObject({ matched: 10_000, changed: 10_000 });
  expect((await site.anonymous.get(`/api/maplevels/${ground}`)).data.markercount).toBeGreaterThanOrEqual(
    10_000,
  );
  expect(
    (await put([...positions.slice(0, 9_999), { assetid: 1_000_000, mapx: 1, mapy: 1, levelid: ground }]))
      .status,
  ).toBe(400);
}, 30_000);
