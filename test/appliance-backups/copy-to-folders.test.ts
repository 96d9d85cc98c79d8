import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupMaker, Copies } from '../../src/features/appliancebackups/index.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { pauseDeliveries } from '../../src/kit/outbox/pause-deliveries.ts';
import { settings } from '../../src/kit/tables.ts';
import { type AlertReceiver, receiveAlerts } from '../support/alerts.ts';
import { type Site, startSite } from '../support/site.ts';

const MARK = 'millwright-backups.txt';
let site: Site;
let folder: string;
let alerts: AlertReceiver;
beforeAll(async () => {
  site = await startSite();
  alerts = await receiveAlerts(site);
});
afterAll(async () => {
  await alerts.stop();
  await site.stop();
});
beforeEach(async () => {
  for (const { targetid } of (await site.admin.get('/api/backups/targets')).data)
    expect((await site.admin.delete(`/api/backups/targets/${targetid}`)).status).toBe(200);
  await site.app.host.getInstance(Copies).whenIdle();
  for (const note of maker().shelf.list()) maker().shelf.remove(note);
  folder = mkdtempSync(join(tmpdir(), 'target-'));
  alerts.received.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const maker = () => site.app.host.getInstance(BackupMaker);

/** Waits until no backup is being created or copied. */
async function settle(): Promise<void> {
  await maker().whenIdle();
  await site.app.host.getInstance(Copies).whenIdle();
}

async function makeBackup(): Promise<string> {
  const { status, data } = await site.admin.post('/api/backups');
  expect(status).toBe(201);
  await settle();
  return data.filename;
}

const add = (target: string) => site.admin.post('/api/backups/targets', { target });
const targets = async () => (await site.admin.get('/api/backups/targets')).data;
const newest = async () => (await site.admin.get('/api/backups')).data[0];
const runJob = async (name: string) => {
  const { lastresult, lasterror } = (await site.admin.post(`/api/jobs/${name}/run`)).data;
  await site.app.host.outbox.drain();
  return { lastresult, lasterror };
};
const isOnDashboard = async () =>
  (await site.admin.get('/api/dashboard/summary')).data.attention.some(
    ({ key, count }: { key: string; count: number }) => key === 'appliancebackups.targets' && count > 0,
  );
/** Returns the audit actions about one backup. */
const actionsOn = async (filename: string): Promise<string[]> =>
  (await site.admin.get('/api/auditlogs?per_page=20')).data
    .filter((row: { details: { filename?: string } | null }) => row.details?.filename === filename)
    .map(({ action }: { action: string }) => action);

test('a new backup is copied byte for byte to each target', async () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  expect((await add(folder)).status).toBe(201);
  expect((await add(other)).status).toBe(201);
  const filename = await makeBackup();
  const bytes = readFileSync(join(maker().shelf.folder, filename));
  for (const path of [folder, other]) expect(readFileSync(join(path, filename)).equals(bytes)).toBeTrue();
  expect(await targets()).toMatchObject(
    [folder, other].map((target) => ({
      target,
      kind: 'folder',
      state: 'done',
      percent: null,
      copies: 1,
      lastbackup: filename,
      error: null,
      hassecret: false,
    })),
  );
  expect((await newest()).error).toBeNull();
  expect((await actionsOn(filename)).sort()).toEqual([
    'backups.backup.made',
    'backups.copy.made',
    'backups.copy.made',
  ]);
});

test('a new target gets the newest backup at once', async () => {
  const filename = await makeBackup();
  await add(folder);
  await settle();
  expect(readdirSync(folder).sort()).toEqual([filename, MARK]);
});

test('a scheduled backup is done and its job fails when a target is missing', async () => {
  await add(folder);
  const gone = `${folder}-gone`;
  expect((await add(gone)).status).toBe(201);
  const { lastresult, lasterror } = await runJob('backups.scheduled');
  const reason = `Not copied to ${gone}: The folder ${gone} does not exist on this appliance, or its service account cannot see it.`;
  expect([lastresult, lasterror]).toEqual(['failed', reason]);
  const backup = await newest();
  expect(backup).toMatchObject({ state: 'done', verified: true, error: reason });
  expect(backup.copyerrors).toEqual([{ target: gone, reason: reason.slice(reason.indexOf(': ') + 2) }]);
  expect(readdirSync(folder)).toContain(backup.filename);
  expect(await isOnDashboard()).toBeTrue();
  expect(alerts.received.map(({ event }) => event)).toEqual(['backups.copy.failed']);
  expect(alerts.received[0]!.text).toContain(gone);
});

test('a backup names each failed target when a later target succeeded', async () => {
  const gone = [`${folder}-one`, `${folder}-two`];
  for (const target of [...gone, folder]) await add(target);
  const filename = await makeBackup();
  expect(readdirSync(folder)).toContain(filename);
  const { error, copyerrors } = await newest();
  for (const target of gone) expect(error).toContain(`Not copied to ${target}: `);
  expect(copyerrors.map((one: { target: string }) => one.target)).toEqual(gone);
});

test('each target gets its copy and an alarm is raised when the result cannot be stored', async () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  for (const target of [folder, other]) await add(target);
  await settle();
  const inTheWay = join(maker().shelf.folder, 'targets.json.tmp');
  mkdirSync(inTheWay, { recursive: true });
  const filename = await makeBackup();
  rmSync(inTheWay, { recursive: true });
  for (const path of [folder, other]) expect(readdirSync(path)).toContain(filename);
  expect(await isOnDashboard()).toBeTrue();
});

test('a target that keeps failing raises one alarm, which ends with the next copy', async () => {
  await add(folder);
  const gone = `${folder}-gone`;
  renameSync(folder, gone);
  const filename = await makeBackup();
  for (let n = 0; n < 2; n++) expect((await runJob('backups.copy')).lastresult).toBe('failed');
  await site.app.host.outbox.drain();
  expect([alerts.received.length, await isOnDashboard()]).toEqual([1, true]);
  renameSync(gone, folder);
  expect((await runJob('backups.copy')).lastresult).toBe('ok');
  expect(readdirSync(folder)).toContain(filename);
  expect([alerts.received.length, await isOnDashboard(), (await newest()).error]).toEqual([1, false, null]);
  expect((await targets())[0]).toMatchObject({ state: 'done', error: null });
});

test('the alarm of a target ends when the target is deleted', async () => {
  await add(`${folder}-gone`);
  await makeBackup();
  expect(await isOnDashboard()).toBeTrue();
  const [{ targetid }] = await targets();
  await site.admin.delete(`/api/backups/targets/${targetid}`);
  expect(await isOnDashboard()).toBeFalse();
});

test('a target that is deleted while another one is copied gets no copy and raises no alarm', async () => {
  await makeBackup();
  const gone = `${folder}-gone`;
  await add(folder);
  await add(gone);
  for (const { targetid } of await targets()) await site.admin.delete(`/api/backups/targets/${targetid}`);
  await settle();
  await site.app.host.outbox.drain();
  expect([
    alerts.received.length,
    await isOnDashboard(),
    site.app.host.settings.text('backup_failed_targets'),
  ]).toEqual([0, false, '']);
  const states = join(maker().shelf.folder, 'targets.json');
  if (existsSync(states)) expect(JSON.parse(readFileSync(states, 'utf8'))).toEqual({});
});

test('a target of another operating system is listed with its problem and can be deleted', async () => {
  await add(folder);
  await settle();
  const line = 'D:\\Backups';
  site.app.host.db.transact(createSystemContext(), 'test.targets.moved', (tx) => {
    const { settingid } = site.app.host.settings.view('backup_targets')!;
    tx.update(settings, settingid!, { value: `${line}\n${folder}` });
    tx.audit({ entitytype: 'setting', entityid: settingid, details: {}, undoable: false });
  });
  const filename = await makeBackup();
  expect(readdirSync(folder)).toContain(filename);
  const [moved] = await targets();
  expect(moved).toMatchObject({
    target: line,
    state: 'failed',
    error: expect.stringContaining('absolute path'),
  });
  expect((await site.admin.put('/api/settings/backup_passphrase', { value: '' })).status).toBe(200);
  expect((await site.admin.delete(`/api/backups/targets/${moved.targetid}`)).status).toBe(200);
  expect(await targets()).toHaveLength(1);
});

test('a folder in the data directory gets no copy, and neither does a link to it', async () => {
  await makeBackup();
  const link = join(folder, 'link');
  symlinkSync(site.data, link);
  for (const target of [maker().shelf.folder, site.data, link]) {
    const { data } = await site.admin.post('/api/backups/targets/test', { target });
    expect([data.ok, data.problem]).toEqual([false, expect.stringContaining('in the data folder')]);
    await add(target);
  }
  await settle();
  for (const { state } of await targets()) expect(state).toBe('failed');
  for (const path of [maker().shelf.folder, site.data]) expect(readdirSync(path)).not.toContain(MARK);
  const beside = `${site.data}-beside`;
  mkdirSync(beside);
  expect((await site.admin.post('/api/backups/targets/test', { target: beside })).data.ok).toBeTrue();
  rmSync(beside, { recursive: true });
});

test('the next copy deletes the part of an interrupted copy', async () => {
  const cutOff = await makeBackup();
  for (const name of [cutOff, 'millwright-of-another-appliance.tar.zst'])
    writeFileSync(join(folder, `${name}.part`), 'x');
  const whole = await makeBackup();
  await add(folder);
  await settle();
  expect(readdirSync(folder).sort()).toEqual(
    [whole, MARK, 'millwright-of-another-appliance.tar.zst.part'].sort(),
  );
});

test('links in the target folder are not followed', async () => {
  const victim = join(folder, 'victim');
  symlinkSync(victim, join(folder, MARK));
  const tried = await site.admin.post('/api/backups/targets/test', { target: folder });
  expect([tried.data.ok, existsSync(victim)]).toEqual([false, false]);
  rmSync(join(folder, MARK));
  writeFileSync(victim, 'whole');
  const filename = await makeBackup();
  symlinkSync(victim, join(folder, `${filename}.part`));
  symlinkSync(victim, join(folder, filename));
  await add(folder);
  await settle();
  expect(readFileSync(victim, 'utf8')).toBe('whole');
  expect(lstatSync(join(folder, filename)).isFile()).toBeTrue();
});

test('a share that is no longer mounted gets no copy in the folder below it', async () => {
  await add(folder);
  await makeBackup();
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  await makeBackup();
  expect(readdirSync(folder)).toEqual([]);
  const [target] = await targets();
  expect([target.state, target.error]).toEqual([
    'failed',
    expect.stringContaining('Check that the share is mounted.'),
  ]);
  const { data } = await site.admin.post('/api/backups/targets/test', { target: folder });
  expect(data).toEqual({ ok: true, problem: null, note: null, hostkey: null });
  expect((await runJob('backups.copy')).lastresult).toBe('ok');
  expect(readdirSync(folder)).toHaveLength(2);
});

test('copies of scheduled backups follow the retention policy, and those of manual ones stay', async () => {
  await add(folder);
  const manual = await makeBackup();
  const keep = async (value: string) => {
    for (const span of ['daily', 'weekly', 'monthly'])
      expect((await site.admin.put(`/api/settings/backup_keep_${span}`, { value })).status).toBe(200);
  };
  await keep('1');
  writeOwn('not a backup of ours.tar.zst');
  for (let n = 0; n < 2; n++) expect((await runJob('backups.scheduled')).lastresult).toBe('ok');
  const { filename } = await newest();
  expect(readdirSync(folder).sort()).toEqual([filename, manual, MARK, 'not a backup of ours.tar.zst'].sort());
  expect((await targets())[0].copies).toBe(2);
  await keep('7');
});

const writeOwn = (name: string) => Bun.write(join(folder, name), 'x');

test('copies wait after a restore until an admin resumes deliveries', async () => {
  await add(folder);
  await settle();
  site.app.host.db.transact(createSystemContext(), 'test.appliance.held', (tx) => void pauseDeliveries(tx));
  const filename = await makeBackup();
  expect((await runJob('backups.copy')).lastresult).toBe('ok');
  expect([readdirSync(folder), (await targets())[0].state]).toEqual([[], 'waiting']);
  expect((await site.admin.post('/api/backups/continue')).status).toBe(200);
  await settle();
  expect(readdirSync(folder)).toContain(filename);
});
