import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { Site } from '../support/site.ts';
import { type AccessCase, accessCases } from './access-cases.ts';
import { exportBackup, runDoctor, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(300_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-orders-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type CreatedGrant = { title: string } & Awaited<ReturnType<AccessCase['make']>>;

/** The data with all grants of access. Backup B0 precedes the grants; B1 follows them. */
const plant = join(scratch, 'plant');
const made: CreatedGrant[] = [];
let [older, right] = ['', ''];

beforeAll(async () => {
  await withServedData(plant, async (site) => {
    await site.admin.put('/api/settings/printedparts_kiosk_enabled', { value: true });
    older = await exportBackup(site, scratch, 'b0');
    await setSharedKey(site);
    for (const { title, make } of accessCases) made.push({ title, ...(await make(site)) });
    expect(made.length).toBeGreaterThan(0);
    for (const { title, works, isSpent } of made)
      if (!isSpent) expect([title, await works(site)]).toEqual([title, true]);
    right = await exportBackup(site, scratch, 'b1');
  });
});

/** Returns a copy of these data for one order of restores. */
function copyOfPlant(name: string): string {
  const data = join(scratch, name);
  cpSync(plant, data, { recursive: true });
  return data;
}

const restore = async (file: string, data: string): Promise<void> =>
  expect(await runRestore(file, '--data', data, '--replace')).toMatchObject({ code: 0 });

async function endAll(site: Site): Promise<void> {
  for (const { end } of made) await end(site);
}

/** Expects that no grant works after deliveries are resumed. */
async function nothingWorks(site: Site): Promise<void> {
  expect((await site.admin.post('/api/backups/continue')).status).toBe(200);
  const left: string[] = [];
  for (const { title, works } of made) if (await works(site)) left.push(title);
  expect(left).toEqual([]);
}

test('a revoked grant stays revoked after a restore', async () => {
  const data = copyOfPlant('once');
  await withServedData(data, endAll);
  await restore(right, data);
  expect(runDoctor(data)).toMatchObject({ code: 0 });
  await withServedData(data, nothingWorks);
});

test('a revoked grant stays revoked when an older backup was restored in between', async () => {
  const data = copyOfPlant('older-first');
  await withServedData(data, endAll);
  await restore(older, data);
  await restore(right, data);
  await withServedData(data, nothingWorks);
});

test('a revoked grant stays revoked when a backup of another server was restored in between', async () => {
  const data = copyOfPlant('other-first');
  const foreign = await withServedData(join(scratch, 'other'), (site) =>
    exportBackup(site, scratch, 'of-other'),
  );
  await withServedData(data, endAll);
  for (const file of [older, foreign, right]) await restore(file, data);
  await withServedData(data, nothingWorks);
});

test('a grant whose row shows the revocation stays revoked when the revocation records are missing', async () => {
  const data = copyOfPlant('kept-nothing');
  await withServedData(data, async (site) => {
    await endAll(site);
    site.app.host.db.writeUnaudited((tx) => tx.runUnjournaled('DELETE FROM lastingstates'));
  });
  await restore(older, data);
  await restore(right, data);
  await withServedData(data, async (site) => {
    const selected = made.filter(
      ({ title }) =>
        /disabled|changed|personal|service|rejected|spent|replaced|bootstrap/.test(title) &&
        !/kiosk/.test(title),
    );
    expect(selected.length).toBeGreaterThan(0);
    for (const { title, works } of selected) expect([title, await works(site)]).toEqual([title, false]);
  });
});

test('a grant revoked in restored data stays revoked when the previous data are restored', async () => {
  const data = copyOfPlant('and-back');
  let before = '';
  await withServedData(data, async (site) => {
    before = await exportBackup(site, scratch, 'of-before');
  });
  await restore(right, data);
  await withServedData(data, endWhereItIs);
  await restore(before, data);
  await withServedData(data, nothingWorks);
});

/** Revokes the grants except commands, which the restore has ended, so they cannot be canceled. */
async function endWhereItIs(site: Site): Promise<void> {
  for (const { end } of withoutCommands()) await end(site);
}

function withoutCommands(): CreatedGrant[] {
  const others = made.filter(({ title }) => !title.includes('command'));
  expect(others.length).toBeGreaterThan(0);
  return others;
}

test('a restore keeps all grants except commands valid when nothing was revoked in between', async () => {
  const data = copyOfPlant('nothing-ended');
  await restore(older, data);
  await restore(right, data);
  await withServedData(data, async (site) => {
    for (const { title, works } of withoutCommands())
      expect([title, await works(site)]).toEqual([title, true]);
  });
});
