import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeOwnership } from '../../src/cli/ownership.ts';
import {
  exportBackup,
  listSiteAssets,
  readTree,
  runDoctor,
  runRestore,
  withServedData,
} from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-cut-off-'));
const plant = join(scratch, 'plant');
const restored = join(scratch, 'restored');
let file: string;
beforeAll(async () => {
  await withServedData(plant, async (site) => {
    await site.admin.post('/api/assets', { assetnumber: 'IN-IT', assettypeid: 1 });
    file = await exportBackup(site, scratch, 'plain');
    await site.admin.post('/api/assets', { assetnumber: 'LATER', assettypeid: 1 });
  });
  expect(await runRestore(file, '--data', restored)).toMatchObject({ code: 0 });
  for (const name of ['owner.lock', 'owner.json']) rmSync(join(restored, name), { force: true });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * Creates data with a restore that was interrupted after this number of moves. Returns undefined when there
 * are fewer moves.
 */
function cutOffAfter(moves: number, into: string): { data: string; before: string } | undefined {
  const data = join(into, 'data');
  const stage = join(data, '.restoring');
  const before = join(into, 'data.before-x');
  cpSync(plant, data, { recursive: true });
  cpSync(restored, stage, { recursive: true });
  const stays = ['backups', 'owner.lock', '.restoring'];
  const old = readdirSync(data).filter((name) => !stays.includes(name));
  const fresh = readdirSync(stage);
  mkdirSync(before);
  writeFileSync(join(data, '.restoring.json'), JSON.stringify({ before: '../data.before-x', old, fresh }));
  const all = [
    ...old.map((name) => [join(data, name), join(before, name)] as const),
    ...fresh.map((name) => [join(stage, name), join(data, name)] as const),
  ];
  if (moves > all.length) return undefined;
  for (const [from, to] of all.slice(0, moves)) renameSync(from, to);
  return { data, before };
}

test('the next start completes a restore that was interrupted between any two moves', async () => {
  for (let moves = 0; ; moves++) {
    const into = join(scratch, `after-${moves}`);
    const cutOff = cutOffAfter(moves, into);
    if (!cutOff) break;
    const { data, before } = cutOff;
    expect(runDoctor(data)).toMatchObject({
      code: 1,
      output: expect.stringContaining('a restore was interrupted'),
    });
    takeOwnership(data)();
    for (const name of readdirSync(restored))
      expect([moves, name, existsSync(join(data, name))]).toEqual([moves, name, true]);
    expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(readTree(join(data, 'backups'))).toEqual(readTree(join(plant, 'backups')));
    expect(readdirSync(before)).toContain('millwright.db');
    if (moves % 3 > 0) continue;
    await withServedData(data, async (site) => expect(await listSiteAssets(site)).toEqual(['IN-IT']));
    await withServedData(before, async (site) =>
      expect(await listSiteAssets(site)).toEqual(['IN-IT', 'LATER']),
    );
  }
});

test('the next start deletes the staging of an interrupted restore, and another restore succeeds', async () => {
  const data = join(scratch, 'again', 'data');
  cpSync(plant, data, { recursive: true });
  cpSync(restored, join(data, '.restoring'), { recursive: true });
  writeFileSync(join(data, '.restoring.json.tmp'), '{"bef');
  takeOwnership(data)();
  expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([]);
  cpSync(restored, join(data, '.restoring'), { recursive: true });
  expect(await runRestore(file, '--data', data, '--replace')).toMatchObject({ code: 0 });
  await withServedData(data, async (site) => expect(await listSiteAssets(site)).toEqual(['IN-IT']));
});
