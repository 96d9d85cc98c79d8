import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { makeSetup } from '../../build/package/setup.ts';
import { Signer } from '../../build/package/tools.ts';
import { windowsFileNames } from '../../build/package/windows.ts';
import { version } from '../../src/kit/version.ts';
import { hasPrograms } from '../clients/project.ts';
import { createFirstAdmin, PASSWORD, post, readJsonResponse } from '../faults/process.ts';
import { eventually, findFreePort, startListening } from '../support/receivers.ts';
import { step } from '../support/step.ts';
import { makeForWindows } from './make-packages.ts';
import { hasProductVersion } from './resources.ts';
import { hasWine, WinePrefix } from './wine/prefix.ts';

setDefaultTimeout(600_000);

const OLDER = '0.1.9';
const PROGRAM = 'C:\\Program Files\\Millwright';
const DATA = 'C:\\ProgramData\\Mill Wright ü';

const isRun = hasWine() && hasPrograms('go', 'makensis');
const wine = new WinePrefix('windows');
const { folder } = wine;
const setups = {
  now: join(folder, windowsFileNames(version)[0]!),
  older: join(folder, windowsFileNames(OLDER)[0]!),
  broken: join(folder, 'broken.exe'),
};
let port: number;
const url = () => `https://127.0.0.1:${port}`;

beforeAll(async () => {
  if (!isRun) return;
  port = await findFreePort();
  makeForWindows(folder, 'setup');
  makeForWindows(folder, 'setup', '--version', OLDER);
  const staged = join(folder, 'staged');
  mkdirSync(staged);
  writeFileSync(join(staged, 'millwright.exe'), 'no program');
  makeSetup({ staged, version: '9.9.9', isTrial: true, signer: new Signer(staged, ''), path: setups.broken });
  await wine.start();
});

test.if(isRun)('under Wine the setup installs, upgrades, rolls back and uninstalls', async () => {
  await step('Refuse invalid switches', refuseBadSwitches);
  await step('Install silently and serve', install);
  await step('Upgrade in place and keep the data', upgrade);
  await step('Fail to upgrade and keep the previous program running', failToUpgrade);
  await step('Uninstall and keep the data', uninstall);
  await step('Install over existing data and serve them', installAgain);
  await step('Uninstall with /REMOVEDATA and delete the data', uninstallWithData);
});

async function refuseBadSwitches(): Promise<void> {
  for (const bad of ['/WRONG', '/PORT=0', '/DATA=C:\\', '/DATA=data', '/DATA=C:\\windows'])
    expect([bad, (await wine.run(setups.older, '/S', bad)).code]).toEqual([bad, 2]);
  expect(wine.setupLog()).toContain('no switch /WRONG');
  expect(existsSync(wine.path(PROGRAM))).toBe(false);
}

async function install(): Promise<void> {
  await wine.must(setups.older, '/S', `/PORT=${port}`, `/DATA=${DATA}`);
  expect(await wine.must('sc.exe', 'query', 'Millwright')).toContain('RUNNING');
  const headers = await createFirstAdmin(url());
  expect((await post(url(), '/api/vendors', headers, { vendor: 'Kept Tools' })).status).toBe(201);
  expect(hasProductVersion(wine.path(`${PROGRAM}\\millwright.exe`), OLDER)).toBe(true);
  expect(await wine.must(`${PROGRAM}\\millwright-service.exe`, 'doctor')).toContain(DATA);
  const log = readFileSync(wine.path(`${DATA}\\logs\\service.log`), 'utf8');
  expect(log).toContain(`Millwright listening on https://localhost:${port}`);
  const link = 'C:\\ProgramData\\Microsoft\\Windows\\Start Menu\\Programs\\Millwright\\Millwright.url';
  expect(readFileSync(wine.path(link), 'utf8')).toContain(`URL=https://localhost:${port}`);
}

async function upgrade(): Promise<void> {
  await wine.must(setups.now, '/S');
  expect(await wine.must(`${PROGRAM}\\millwright.exe`, 'version')).toContain(version);
  await expectKeptData();
  expect(existsSync(wine.path(`${PROGRAM}\\millwright.exe.previous`))).toBe(false);
  const log = readFileSync(wine.path(`${DATA}\\logs\\service.log`), 'utf8');
  expect(log).toContain('service: stopped with exit code 0');
}

async function expectKeptData(): Promise<void> {
  expect(await wine.must('sc.exe', 'query', 'Millwright')).toContain('RUNNING');
  const account = { username: 'admin', password: PASSWORD };
  const login = await post(url(), '/api/auth/login', { 'content-type': 'application/json' }, account);
  const headers = { authorization: `Bearer ${(await readJsonResponse(login)).data.access_token}` };
  const found = await fetch(`${url()}/api/vendors?search=Kept`, {
    headers,
    tls: { rejectUnauthorized: false },
  });
  expect((await readJsonResponse(found)).data).toMatchObject([{ vendor: 'Kept Tools' }]);
}

async function failToUpgrade(): Promise<void> {
  const server = createServer();
  const taken = await startListening(server);
  expect((await wine.run(setups.now, '/S', `/PORT=${taken}`)).code).toBe(2);
  server.close();
  await expectKeptData();
  expect((await wine.run(setups.broken, '/S', `/PORT=${await findFreePort()}`)).code).toBe(3);
  expect(wine.setupLog()).toContain('Millwright 9.9.9 was not installed.');
  await expectKeptData();
  expect(await wine.must(`${PROGRAM}\\millwright.exe`, 'version')).toContain(version);
}

async function uninstall(...switches: string[]): Promise<void> {
  // The uninstaller continues as a copy of itself, so that it can delete its own file.
  await wine.must(`${PROGRAM}\\uninstall.exe`, '/S', ...switches);
  await eventually(() => !existsSync(wine.path(PROGRAM)), 'the program is gone');
  expect((await wine.run('sc.exe', 'query', 'Millwright')).code).not.toBe(0);
  expect((await wine.run('reg.exe', 'query', 'HKLM\\Software\\Millwright')).code).not.toBe(0);
  if (switches.length === 0) expect(existsSync(wine.path(`${DATA}\\millwright.db`))).toBe(true);
}

async function installAgain(): Promise<void> {
  await wine.must(setups.now, '/S', `/PORT=${port}`, `/DATA=${DATA}`);
  await expectKeptData();
}

async function uninstallWithData(): Promise<void> {
  await uninstall('/REMOVEDATA');
  expect(existsSync(wine.path(DATA))).toBe(false);
}
