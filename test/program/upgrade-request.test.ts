import { afterEach, beforeEach, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Upgrades } from '../../src/features/appliance/index.ts';
import {
  makeStaging,
  readUpgradeState,
  requestUpgrade,
  type UpgradeState,
  writeUpgradeState,
} from '../../src/kit/program/upgrade-state.ts';
import { createScratchDirectory } from '../faults/process.ts';
import { eventually } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';
import { publicKey, signatureOf, signFile } from './builds.ts';

const scratch = createScratchDirectory('upgrade-request');
let site: Site;
let upgrades: Upgrades;
beforeEach(async () => {
  site = await startSite();
  upgrades = site.app.host.getInstance(Upgrades);
});
afterEach(() => site?.stop());

/** Makes the site behave as an executable of version 5.0.0 with a release key. */
function runAsExecutable(): string {
  const path = join(mkdtempSync(join(scratch, 'program-')), 'millwright');
  const releaseKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  upgrades.own = { path, version: '5.0.0', releaseKey, isExecutable: true };
  return path;
}

/** Returns the path of a script that reports a version like a program. */
function program(version = '5.0.1', platform: string = process.platform): string {
  const file = join(mkdtempSync(join(scratch, 'new-')), 'millwright');
  const build = JSON.stringify({ version, platform, arch: process.arch });
  writeFileSync(file, `#!/bin/sh\necho '${build}'\n`, { mode: 0o755 });
  return file;
}

function send(file: string, signature: string | undefined = signatureOf(file), caller = site.admin) {
  const query = signature === '' ? '' : `?signature=${encodeURIComponent(signature)}`;
  return caller
    .with({ 'content-type': 'application/octet-stream' })
    .raw('POST', `/api/upgrade${query}`, readFileSync(file));
}

const lastActions = async (): Promise<string[]> =>
  (await site.admin.get('/api/auditlogs?per_page=5')).data
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.startsWith('appliance.upgrade'));

const createEndState = (end: Partial<UpgradeState>): UpgradeState => ({
  ...{
    id: crypto.randomUUID(),
    state: 'returned',
    from: '5.0.0',
    to: '5.0.1',
    date: '2026-01-02T03:04:05.000Z',
  },
  ...{ by: 'ada', userid: null, reason: 'It failed.', isrecorded: false, ...end },
});

test('a server that runs from sources reports that it cannot be upgraded', async () => {
  const obstacle = expect.stringContaining('does not run from an executable');
  expect((await site.admin.get('/api/upgrade')).data).toMatchObject({ obstacle, last: null });
  expect(await send(program())).toMatchObject({ status: 409, error: { message: obstacle } });
});

test('the reason against an upgrade is reported with its remedy', async () => {
  const path = runAsExecutable();
  expect(upgrades.obstacle).toBeNull();
  writeFileSync(join(path, '../upgrade-command'), 'sudo apt install ./it.deb\n');
  expect(upgrades.obstacle).toContain('Upgrade it with: sudo apt install ./it.deb');
  runAsExecutable();
  upgrades.own = { ...upgrades.own, releaseKey: undefined };
  expect(upgrades.obstacle).toContain('has no release key');
});

test('a signed newer program restarts the server once, and the audit log names the admin', async () => {
  runAsExecutable();
  const response = await send(program());
  expect([response.status, response.data]).toEqual([202, { restarting: true }]);
  expect(await site.app.host.relay.restartRequest).toMatchObject({
    version: '5.0.1',
    by: site.admin.session.user.username,
  });
  expect(await lastActions()).toEqual(['appliance.upgrade.begun']);
  expect(existsSync(((await site.app.host.relay.restartRequest) as { file: string }).file)).toBe(true);
  expect(await send(program())).toMatchObject({ status: 409 });
});

test('a program of the same version is accepted', async () => {
  runAsExecutable();
  expect((await send(program('5.0.0'))).status).toBe(202);
});

test('the server names the field when the signature or program is invalid', async () => {
  runAsExecutable();
  const empty = join(scratch, 'empty');
  writeFileSync(empty, '');
  for (const [file, signature, field] of [
    [program(), '', 'signature'],
    [program(), 'nonsense', 'signature'],
    [program(), signatureOf(program('5.0.2')), 'signature'],
    [program('4.9.9'), undefined, 'file'],
    [program('5.0.1', 'plan9'), undefined, 'file'],
    [empty, 'x', 'file'],
  ] as const) {
    const { status, error } = await send(file, signature);
    expect([status, error.details.issues[0].path]).toEqual([400, field]);
  }
  expect(readdirSync(join(site.data, '.upgrade'))).toEqual([]);
  expect(await lastActions()).toEqual([]);
});

test('only a signed-in admin may upgrade', async () => {
  runAsExecutable();
  const viewer = await site.userWith('assets.view');
  expect((await send(program(), undefined, site.anonymous)).status).toBe(401);
  expect((await send(program(), undefined, viewer)).status).toBe(403);
  expect((await viewer.get('/api/upgrade')).status).toBe(403);
});

test('a request of the command is checked again, and a refusal is stored in the state', async () => {
  runAsExecutable();
  upgrades.watch();
  const file = program();
  const ask = (isSigned: boolean) => {
    const id = crypto.randomUUID();
    const staged = makeStaging(site.data, id);
    copyFileSync(file, staged);
    if (isSigned) copyFileSync(`${file}.sig`, `${staged}.sig`);
    requestUpgrade(site.data, { id, version: '5.0.1', by: 'command line' });
    return id;
  };
  const refused = ask(false);
  await eventually(() => readUpgradeState(site.data)?.state === 'returned', 'the refusal');
  expect(readUpgradeState(site.data)).toMatchObject({ id: refused, by: 'command line' });
  expect(readUpgradeState(site.data)!.reason).toContain('The signature is missing.');
  signFile(file);
  const id = ask(true);
  expect(await site.app.host.relay.restartRequest).toMatchObject({
    id,
    version: '5.0.1',
    by: 'command line',
    userid: null,
  });
  expect(readdirSync(join(site.data, '.upgrade')).sort()).toEqual([id, 'state.json'].sort());
});

test('an upgrade is refused during a restart for a restore', async () => {
  runAsExecutable();
  site.app.host.relay.comeBack(() => undefined);
  expect(await send(program())).toMatchObject({ status: 409 });
  expect(readdirSync(join(site.data, '.upgrade'))).toEqual([]);
});

test('a program that reports no version is refused', async () => {
  runAsExecutable();
  const file = program('not a version');
  const response = await send(file);
  expect(response.error.details.issues[0].message).toContain('reports no version');
});

test('the next start removes the files of interrupted uploads', () => {
  runAsExecutable();
  writeFileSync(makeStaging(site.data, crypto.randomUUID()), 'half a program');
  upgrades.watch();
  expect(readdirSync(join(site.data, '.upgrade'))).toEqual([]);
});

test('the next start records the result of the upgrade once', async () => {
  runAsExecutable();
  for (const [end, action, state] of [
    [{ state: 'swapped', reason: null, to: '5.0.0' }, 'appliance.upgrade.completed', 'done'],
    [{}, 'appliance.upgrade.failed', 'returned'],
    [{ state: 'trial', reason: null }, 'appliance.upgrade.failed', 'returned'],
    // The power failed between the swap of the program and the update of the state file.
    [{ state: 'trial', reason: null, from: '4.0.0', to: '5.0.0' }, 'appliance.upgrade.completed', 'done'],
    [{ state: 'swapped', reason: null }, 'appliance.upgrade.failed', 'returned'],
  ] as const) {
    writeUpgradeState(site.data, createEndState(end));
    upgrades.watch();
    upgrades.watch();
    expect((await lastActions())[0]).toBe(action);
    const { last } = (await site.admin.get('/api/upgrade')).data;
    expect(last.state).toBe(state);
    expect(last.reason === null).toBe(state === 'done');
  }
  expect(await lastActions()).toHaveLength(5);
});
