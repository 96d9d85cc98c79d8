import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pack from '../../package.json' with { type: 'json' };
import { startAppliance } from '../browser/harness.ts';
import { prepareExecutable } from '../support/executable.ts';
import { sendLargeReports } from '../support/large-report.ts';
import { createScratchDirectory } from './process.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('executable');
const freshFolder = () => mkdtempSync(join(scratch, 'case-'));

function runIn(folder: string, ...args: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([prepareExecutable(), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

test('the executable ignores configuration and scripts in its data directory', async () => {
  const data = freshFolder();
  const lines = ['MILLWRIGHT_NO_TLS=1', 'MILLWRIGHT_BASE_PATH=/stray', 'MILLWRIGHT_PLUGINS=none'];
  for (const name of ['.env', '.env.local', '.env.production'])
    writeFileSync(join(data, name), lines.join('\n'));
  writeFileSync(join(data, 'bunfig.toml'), 'preload = ["./stray.ts"]\n');
  writeFileSync(join(data, 'stray.ts'), `await Bun.write(${JSON.stringify(join(data, 'stray-ran'))}, 'x');`);
  for (const name of ['package.json', 'tsconfig.json']) writeFileSync(join(data, name), '{ nonsense');
  const appliance = await startAppliance({ program: [prepareExecutable()], data });
  expect(appliance.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(await appliance.stop()).toBe(0);
  expect(existsSync(join(data, 'stray-ran'))).toBe(false);
});

test('the executable reads the environment, and its flags take precedence', async () => {
  const env = { MILLWRIGHT_NO_TLS: '1', MILLWRIGHT_BASE_PATH: '/env', MILLWRIGHT_PORT: '1' };
  const appliance = await startAppliance({
    program: [prepareExecutable()],
    env,
    args: ['--base-path', '/flag'],
  });
  expect(appliance.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/flag$/);
  expect(await appliance.stop()).toBe(0);
});

test('the executable does not run a script that is passed to it', () => {
  const folder = freshFolder();
  writeFileSync(join(folder, 'script.ts'), "process.stdout.write('ran');");
  for (const args of [['script.ts'], ['run', 'script.ts'], ['-e', "process.stdout.write('ran')"]]) {
    const ended = runIn(folder, ...args);
    expect([args[0], ended.stdout.includes('ran'), ended.exitCode]).toEqual([args[0], false, 2]);
  }
});

test('the executable exits with 2 for an unknown option and prints its help and version', () => {
  const folder = freshFolder();
  const wrong = runIn(folder, 'serve', '--prot', '1');
  expect([wrong.exitCode, wrong.stderr]).toEqual([
    2,
    'millwright: Unknown option --prot. See "millwright help".\n',
  ]);
  expect(runIn(folder, 'version').stdout).toMatch(/^millwright \d+\.\d+\.\d+\n$/);
  expect(runIn(folder, 'help').stdout).toContain('millwright serve');
  const nowhere = runIn(folder, 'doctor', '--data', join(folder, 'nowhere'));
  expect([nowhere.exitCode, nowhere.stdout]).toEqual([1, expect.stringContaining('database: not found')]);
});

test('the executable reads large reports in worker threads', async () => {
  const env = { MILLWRIGHT_COLLECTOR_KEY: 'key-of-the-agents' };
  const appliance = await startAppliance({ program: [prepareExecutable()], env, args: ['--no-tls'] });
  expect(await sendLargeReports(appliance.url, env.MILLWRIGHT_COLLECTOR_KEY)).toEqual([
    [200, 2000],
    [200, 2000],
  ]);
  expect(await appliance.stop()).toBe(0);
});

test('version --json states the commit and runtime of the build and refuses other arguments', () => {
  const folder = freshFolder();
  const result = runIn(folder, 'version', '--json');
  expect(JSON.parse(result.stdout)).toEqual({
    version: pack.version,
    commit: expect.stringMatching(/^[0-9a-f]{40}(-dirty)?$/),
    runtime: `bun ${Bun.version}`,
    platform: process.platform,
    arch: process.arch,
  });
  for (const more of [['--jason'], ['--json', 'more']])
    expect(runIn(folder, 'version', ...more)).toMatchObject({ exitCode: 2, stdout: '' });
});
