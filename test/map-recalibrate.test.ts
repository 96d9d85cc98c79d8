import { afterAll, beforeAll, expect, test } from 'bun:test';
import { fitLine } from '../src/features/map/calibration.ts';
import { makeAsset, makeLevel, positionOf, uploadDrawing } from './map-floor.ts';
import type { Client } from './support/client.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let editor: Client;
beforeAll(async () => {
  site = await startSite();
  editor = await site.userWith('assets.edit');
});
afterAll(() => site.stop());

const DOUBLE = [
  { fromx: 0, fromy: 0, tox: 10, toy: 20 },
  { fromx: 100, fromy: 50, tox: 210, toy: 170 },
];
const recalibrate = (body: unknown) => editor.post('/api/mappositions/recalibrate', body);

test('fitLine fits each axis by least squares', () => {
  expect(
    fitLine([
      [0, 1],
      [1, 3],
      [2, 5],
    ]),
  ).toEqual({ a: 2, b: 1 });
  const noisy = fitLine([
    [0, 0],
    [1, 1],
    [2, 1],
  ])!;
  expect([noisy.a, noisy.b]).toEqual([expect.closeTo(0.5, 9), expect.closeTo(1 / 6, 9)]);
  expect(
    fitLine([
      [5, 0],
      [5, 9],
    ]),
  ).toBeUndefined();
});

test('a recalibration is a dry run by default', async () => {
  const { levelid } = await makeLevel(site.admin, 'Dry');
  const assetid = await makeAsset(site.admin, 'R-1', { mapx: 50, mapy: 10, levelid });
  const snapshots = async () => (await editor.get('/api/mappositions/snapshots')).data;
  const before = await snapshots();
  const answer = await recalibrate({ levelid, landmarks: DOUBLE });
  expect(answer.data).toEqual({
    transform: { ax: 2, bx: 10, ay: 3, by: 20 },
    residuals: [
      { dx: 0, dy: 0 },
      { dx: 0, dy: 0 },
    ],
    positions: [{ assetid, mapx: 50, mapy: 10, newmapx: 110, newmapy: 50, isoutside: false }],
    dryrun: true,
    snapshotid: null,
  });
  expect(answer.headers.get('x-audit-id')).toBeNull();
  expect(await positionOf(site.admin, assetid)).toMatchObject({ mapx: 50, mapy: 10 });
  expect(await snapshots()).toEqual(before);
});

test('the residuals contain the deviation of each landmark in pixels', async () => {
  const { levelid } = await makeLevel(site.admin, 'Noisy');
  const landmarks = [
    { fromx: 0, fromy: 0, tox: 0, toy: 0 },
    { fromx: 10, fromy: 10, tox: 11, toy: 10 },
    { fromx: 20, fromy: 20, tox: 19, toy: 20 },
  ];
  const { residuals } = (await recalibrate({ levelid, landmarks })).data;
  expect(residuals.map((one: { dx: number }) => one.dx)).toEqual([-0.5, 1, -0.5]);
  expect(residuals.every((one: { dy: number }) => one.dy === 0)).toBe(true);
});

test('a recalibration creates a snapshot, moves only its level and clears the verifications', async () => {
  const { levelid } = await makeLevel(site.admin, 'Wet');
  const other = (await makeLevel(site.admin, 'Untouched')).levelid;
  const assetid = await makeAsset(site.admin, 'R-2', { mapx: 50, mapy: 10, levelid });
  const bystander = await makeAsset(site.admin, 'R-3', { mapx: 50, mapy: 10, levelid: other });
  await editor.post('/api/mappositions/verify', { assetids: [assetid, bystander] });
  const answer = await recalibrate({ levelid, landmarks: DOUBLE, dryrun: false });
  expect(await positionOf(site.admin, assetid)).toEqual({
    mapx: 110,
    mapy: 50,
    levelid,
    mapverifiedat: null,
  });
  const untouched = await positionOf(site.admin, bystander);
  expect([untouched.mapx, untouched.mapverifiedat === null]).toEqual([50, false]);
  const [snapshot] = (await editor.get('/api/mappositions/snapshots')).data;
  expect(snapshot).toMatchObject({
    snapshotid: answer.data.snapshotid,
    reason: 'recalibration',
    levelid,
    positioncount: 1,
  });
  await editor.post(`/api/mappositions/snapshots/${snapshot.snapshotid}/restore`);
  const back = await positionOf(site.admin, assetid);
  expect([back.mapx, back.mapy, back.mapverifiedat === null]).toEqual([50, 10, false]);
});

test('the undo of a recalibration restores the positions', async () => {
  const { levelid } = await makeLevel(site.admin, 'Regret');
  const assetid = await makeAsset(site.admin, 'R-4', { mapx: 50, mapy: 10, levelid });
  const answer = await recalibrate({ levelid, landmarks: DOUBLE, dryrun: false });
  const undone = await site.admin.post(`/api/auditlogs/${answer.headers.get('x-audit-id')}/undo`);
  expect(undone.status).toBe(200);
  expect(await positionOf(site.admin, assetid)).toMatchObject({ mapx: 50, mapy: 10 });
});

test('a recalibration marks the positions outside the drawing', async () => {
  const { levelid } = await makeLevel(site.admin, 'Small');
  await uploadDrawing(site.admin, levelid, 100, 100);
  await makeAsset(site.admin, 'R-5', { mapx: 10, mapy: 10, levelid });
  await makeAsset(site.admin, 'R-6', { mapx: 90, mapy: 10, levelid });
  const { positions } = (await recalibrate({ levelid, landmarks: DOUBLE })).data;
  expect(positions.map((one: { isoutside: boolean }) => one.isoutside)).toEqual([false, true]);
});

test.each([
  ['one landmark', [DOUBLE[0]], 'landmarks'],
  [
    'landmarks above each other',
    [
      { fromx: 5, fromy: 0, tox: 0, toy: 0 },
      { fromx: 5, fromy: 9, tox: 9, toy: 9 },
    ],
    'landmarks',
  ],
  [
    'landmarks beside each other',
    [
      { fromx: 0, fromy: 5, tox: 0, toy: 0 },
      { fromx: 9, fromy: 5, tox: 9, toy: 9 },
    ],
    'landmarks',
  ],
  [
    'landmarks with one target',
    [
      { fromx: 0, fromy: 0, tox: 4, toy: 4 },
      { fromx: 9, fromy: 9, tox: 4, toy: 4 },
    ],
    'landmarks',
  ],
  ['a landmark without a number', [DOUBLE[0], { fromx: 1, fromy: 1, tox: 2 }], 'landmarks.1.toy'],
])('a recalibration with %s is refused', async (_what, landmarks, path) => {
  const { levelid } = await makeLevel(site.admin, `Bad ${_what}`);
  const refused = await recalibrate({ levelid, landmarks, dryrun: false });
  expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, path]);
});

test('a recalibration of an unknown level is refused', async () => {
  for (const dryrun of [true, false]) {
    const refused = await recalibrate({ levelid: 999_999, landmarks: DOUBLE, dryrun });
    expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'levelid']);
  }
});
