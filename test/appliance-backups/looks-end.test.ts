import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { BackupMaker } from '../../src/features/appliancebackups/index.ts';
import { computeInspectionTimeout, inspectBackupInWorker } from '../../src/kit/backup/jobs.ts';
import { eventually } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';
import { backupPath, createBackup } from './reading.ts';

setDefaultTimeout(120_000);

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Creates a file that starts and never continues. A reader waits until the file is released. */
function endlessFile(name: string) {
  const file = join(site.data, name);
  expect(spawnSync('mkfifo', [file]).status).toBe(0);
  const handle = openSync(file, 'r+');
  // The first bytes reveal whether the file is encrypted.
  writeSync(handle, 'x'.repeat(400));
  const letGo = () => {
    closeSync(handle);
    rmSync(file);
  };
  const folder = join(site.data, 'backups', '.work', name);
  return { looking: { file, folder, passphrase: '', at: new Date() }, letGo };
}

test('an inspection that exceeds its timeout ends with one sentence', async () => {
  const { looking, letGo } = endlessFile('slow.tar.zst');
  const own = { chains: chainsOf(plugins), plugins: site.app.host.contributions.available };
  const found = await inspectBackupInWorker({ ...looking, own }, new AbortController().signal, () => 1);
  letGo();
  expect(found.problems).toEqual(['Reading the file takes too long for its size.']);
});

test('the timeout of an inspection grows with the size and is at least a minute', () => {
  expect(computeInspectionTimeout(0)).toBe(60_000);
  expect(computeInspectionTimeout(1e9) - computeInspectionTimeout(0)).toBe(1_000_000);
});

test('a hanging inspection blocks no other backup, and a disconnected caller ends its own', async () => {
  const { looking, letGo } = endlessFile('hung.tar.zst');
  const maker = site.app.host.getInstance(BackupMaker);
  const caller = new AbortController();
  const hung = maker.inspectInTurn(looking, caller.signal).catch((cause: unknown) => cause);
  // The worker thread has started.
  await eventually(() => existsSync(looking.folder), 'a thread that looks');
  const made = await createBackup(site);
  expect(made).toMatchObject({ state: 'done', verified: true, error: null });
  const waiting = uploadOf(readFileSync(backupPath(site, made)));
  const arriving = () =>
    readdirSync(join(site.data, 'backups', '.work')).filter((name) => name.startsWith('arr'));
  await eventually(() => arriving().length > 0, 'an upload that waits');
  waiting.leave();
  await eventually(() => arriving().length === 0, 'an upload that is given up');
  caller.abort(new Error('left'));
  expect(await hung).toEqual(new Error('left'));
  letGo();
  const { data } = await site.admin.post(`/api/backups/${made.backupid}/verify`);
  expect(data).toEqual({ verified: true, problems: [] });
});

/** Sends a complete file and waits for the response until `leave` is called. */
function uploadOf(content: Uint8Array): { leave(): void } {
  const leaving = new AbortController();
  const { headers } = site.admin;
  void fetch(`${site.url}/api/backups/upload?filename=waits.tar.zst`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
    signal: leaving.signal,
  }).catch(() => undefined);
  return { leave: () => leaving.abort() };
}
