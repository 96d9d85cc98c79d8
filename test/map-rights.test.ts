import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { NavigationNode } from '../src/kit/resource/descriptor.ts';
import { createDrawingForm, createPngHeader, makeAsset, makeLevel } from './map-floor.ts';
import type { Client } from './support/client.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let levelid: number;
let assetid: number;
let snapshotid: number;
const callers: Record<string, Client> = {};
beforeAll(async () => {
  site = await startSite();
  levelid = (await makeLevel(site.admin, 'Ground')).levelid;
  assetid = await makeAsset(site.admin, 'X-1', { mapx: 1, mapy: 1, levelid });
  snapshotid = (await site.admin.post('/api/mappositions/snapshots', {})).data.snapshotid;
  callers.stranger = site.anonymous;
  callers.viewer = await site.userWith('assets.view', 'assets.create', 'assets.delete');
  callers.editor = await site.userWith('assets.edit');
  callers.admin = site.admin;
});
afterAll(() => site.stop());

const LANDMARKS = [
  { fromx: 0, fromy: 0, tox: 0, toy: 0 },
  { fromx: 9, fromy: 9, tox: 9, toy: 9 },
];
const everybody = [200, 200, 200, 200];
const admins = (done: number) => [401, 403, 403, done];
const editors = (done: number) => [401, 403, done, done];

const matrix: [what: string, send: (caller: Client) => Promise<{ status: number }>, statuses: number[]][] = [
  ['list levels', (caller) => caller.get('/api/maplevels'), everybody],
  ['see a level', (caller) => caller.get(`/api/maplevels/${levelid}`), everybody],
  ['see markers', (caller) => caller.get('/api/map/markers'), everybody],
  ['see the unplaced', (caller) => caller.get('/api/map/unplaced'), everybody],
  [
    'create a level',
    (caller) => caller.post('/api/maplevels', { building: 'Hall B', level: crypto.randomUUID() }),
    admins(201),
  ],
  ['change a level', (caller) => caller.put(`/api/maplevels/${levelid}`, { sortorder: 3 }), admins(200)],
  [
    'change a level by PATCH',
    (caller) => caller.patch(`/api/maplevels/${levelid}`, { sortorder: 4 }),
    admins(200),
  ],
  ['delete a level in use', (caller) => caller.delete(`/api/maplevels/${levelid}`), admins(409)],
  [
    'upload a drawing',
    (caller) =>
      caller.upload(
        `/api/maplevels/${levelid}/blueprint`,
        createDrawingForm(createPngHeader(50, 50), 'a.png'),
      ),
    admins(201),
  ],
  [
    'set positions',
    (caller) => caller.put('/api/mappositions', { positions: [{ assetid, mapx: 2, mapy: 2, levelid }] }),
    editors(200),
  ],
  [
    'verify positions',
    (caller) => caller.post('/api/mappositions/verify', { assetids: [assetid] }),
    editors(200),
  ],
  [
    'recalibrate',
    (caller) => caller.post('/api/mappositions/recalibrate', { levelid, landmarks: LANDMARKS }),
    editors(200),
  ],
  ['list snapshots', (caller) => caller.get('/api/mappositions/snapshots'), editors(200)],
  ['take a snapshot', (caller) => caller.post('/api/mappositions/snapshots', {}), editors(201)],
  [
    'restore a snapshot',
    (caller) => caller.post(`/api/mappositions/snapshots/${snapshotid}/restore`),
    editors(200),
  ],
];

test.each(matrix)(
  'the right to %s is as declared for anonymous callers, viewers, editors and admins',
  async (_what, send, statuses) => {
    const met: number[] = [];
    for (const caller of Object.values(callers)) met.push((await send(caller)).status);
    expect(met).toEqual(statuses);
  },
);

test('a refused caller gets 401 or 403 for an unknown record', async () => {
  const refused = await site.anonymous.post('/api/mappositions/snapshots/999999/restore');
  expect(refused.status).toBe(401);
  expect((await callers.viewer!.delete('/api/maplevels/999999')).status).toBe(403);
});

test('the navigation of an anonymous caller contains the map', async () => {
  const nodes = (await site.anonymous.get('/api/dashboard/navigation')).data as NavigationNode[];
  const floor = nodes.find(({ title }) => title === 'Floor')?.children ?? [];
  expect(floor.flatMap((entry) => entry.children ?? [entry]).map(({ path }) => path)).toContain('/map');
});
