import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hardware } from '../../computers/hardware/schema.ts';
import type { AgentContext } from '../agent/agent-context.ts';
import { readLog, resolveOpenedPath } from '../agent/collect-log.ts';
import type { ApplianceRequest, ApplianceResponse, Connection } from '../agent/connection.ts';
import { collectInventory } from '../agent/inventory.ts';
import { performCommand } from '../agent/perform.ts';
import { runScript, validateUserContext } from '../agent/run-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'agent-work-'));
const script = (body: string, more: object = {}) => ({
  scriptname: 'test',
  body,
  sha256: createHash('sha256').update(body).digest('hex'),
  errormode: 'continue' as const,
  captureoutput: true,
  workingdirectory: null,
  usercontext: 'system' as const,
  timeoutseconds: 20,
  ...more,
});
const run = (body: string, more: object = {}) => runScript(script(body, more), undefined);

test('a script runs in its folder and returns its output and exit code', async () => {
  const outcome = await run('pwd; echo wrong >&2; exit 7', { workingdirectory: folder });
  expect(outcome).toMatchObject({ status: 'failed', exitcode: 7 });
  // Output and errors use two pipes, so either may arrive first.
  expect(outcome.output?.split('\n').toSorted()).toEqual(['', folder, 'wrong']);
  expect(await run('true', { captureoutput: false })).toMatchObject({ status: 'succeeded', exitcode: 0 });
  expect((await run('echo kept', { captureoutput: false })).output).toBeUndefined();
});

test('a script continues after an error, or stops at the first one in stop mode', async () => {
  expect((await run('false; echo after')).output).toBe('after\n');
  expect(await run('false; echo after', { errormode: 'stop' })).toMatchObject({
    status: 'failed',
    output: '',
  });
});

test('the agent does not run a script whose digest differs', async () => {
  const mark = join(folder, 'ran');
  const changed = { ...script('true'), body: `touch ${mark}` };
  expect((await runScript(changed, undefined)).status).toBe('failed');
  expect(existsSync(mark)).toBe(false);
});

test('the agent ends a script and its child processes at its time limit', async () => {
  const mark = join(folder, 'outlived');
  const outcome = await run(`(sleep 3; touch ${mark}) & sleep 30`, { timeoutseconds: 1 });
  expect(outcome).toMatchObject({
    status: 'failed',
    output: expect.stringContaining('stopped after 1 s'),
  });
  await Bun.sleep(3000);
  expect(existsSync(mark)).toBe(false);
});

test('a script ends at its time limit when a detached process holds its output open', async () => {
  const outcome = await run('setsid sleep 30 & echo started', { timeoutseconds: 1 });
  expect([outcome.status, outcome.output]).toEqual([
    'failed',
    'started\n\nThe program was stopped after 1 s.',
  ]);
}, 15_000);

test('the agent refuses a user script on Windows or when no user is logged in', () => {
  expect(validateUserContext('PLANT\\mara', 'win32')).toContain('only as SYSTEM');
  expect(validateUserContext(undefined, 'linux')).toContain('No user is signed in');
  expect(validateUserContext('mara', 'linux')).toBeUndefined();
});

test('the agent keeps the start of a long output and counts the remaining bytes', async () => {
  const { output } = await run('head -c 1000000 /dev/zero | tr "\\0" x');
  expect(output!.length).toBeLessThan(300_000);
  expect(output).toMatch(/more bytes …/);
});

test('the agent fails a user script when no user is logged in', async () => {
  expect((await run('true', { usercontext: 'loggedinuser' })).status).toBe('failed');
});

test('the agent reads the end of a log, and no link to a key, folder, key file, binary file or device', () => {
  const log = join(folder, 'line.log');
  writeFileSync(log, `${'x'.repeat(300_000)}the end\n`);
  const { content: text } = readLog({ path: log, folders: null });
  expect([text.length, text.endsWith('the end\n')]).toEqual([256 * 1024, true]);
  writeFileSync(join(folder, 'secret.key'), 'secret');
  symlinkSync(join(folder, 'secret.key'), join(folder, 'link.log'));
  mkdirSync(join(folder, 'keys'));
  writeFileSync(join(folder, 'keys', 'id_rsa'), 'secret');
  writeFileSync(join(folder, 'picture.log'), Buffer.from([1, 0, 2, 0, 3]));
  for (const path of [
    join(folder, 'link.log'),
    join(folder, 'keys'),
    join(folder, 'keys', 'id_rsa'),
    join(folder, 'picture.log'),
    join(folder, 'nowhere.log'),
    '/dev/zero',
    '/proc/self/environ',
  ])
    expect(() => readLog({ path, folders: null })).toThrow();
  const way = join(folder, 'way');
  symlinkSync('/proc/self', way);
  expect(() => readLog({ path: join(way, 'environ'), folders: null })).toThrow('Devices cannot be read.');
});

test('the agent checks the log folders against the target of a linked folder', () => {
  const logs = join(folder, 'logs');
  mkdirSync(join(logs, 'deep'), { recursive: true });
  mkdirSync(join(folder, 'private', '.ssh'), { recursive: true });
  for (const at of ['logs/deep/app.log.1', 'private/app.log', 'private/shadow.log', 'private/.ssh/app.log'])
    writeFileSync(join(folder, at), at);
  symlinkSync(join(folder, 'private'), join(logs, 'way'));
  const read = (...parts: string[]) => readLog({ path: join(logs, ...parts), folders: [logs] }).content;
  expect(read('deep', 'app.log.1')).toBe('logs/deep/app.log.1');
  expect(() => read('way', 'app.log')).toThrow('below the log folders');
  expect(() => read('deep', '..', 'deep', 'app.log.1', '..', 'x.conf')).toThrow();
  // An admin may read logs elsewhere, but no protected file.
  expect(readLog({ path: join(logs, 'way', 'app.log'), folders: null })).toEqual({
    path: join(folder, 'private', 'app.log'),
    content: 'private/app.log',
  });
  for (const path of ['shadow.log', '.ssh/app.log'])
    expect(() => readLog({ path: join(logs, 'way', path), folders: null })).toThrow('cannot be read');
});

test('the agent reads a linked log when its target is an existing log in the log folders', () => {
  const logs = join(folder, 'linked');
  mkdirSync(logs);
  writeFileSync(join(folder, 'outside.log'), 'outside');
  writeFileSync(join(logs, 'ok.log'), 'said');
  const links = {
    current: 'ok.log',
    out: join(folder, 'outside.log'),
    nowhere: 'gone.log',
    round: 'round.log',
  };
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(logs, `${name}.log`));
  const read = (name: string) => readLog({ path: join(logs, name), folders: [logs] });
  expect(read('current.log')).toEqual({ path: join(logs, 'ok.log'), content: 'said' });
  expect(() => read('out.log')).toThrow('below the log folders');
  expect(() => read('nowhere.log')).toThrow('The file does not exist.');
  expect(() => read('round.log')).toThrow('This is a broken link');
});

test.each([0, 1])(
  'the agent reads the end of a UTF-16 log with %d bytes of an incomplete character',
  (rest) => {
    const log = join(folder, 'wide.log');
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('ä'.repeat(200_000), 'utf16le'),
      Buffer.from('the end', 'utf16le'),
    ]);
    writeFileSync(log, Buffer.concat([bytes, Buffer.alloc(rest)]));
    const { content } = readLog({ path: log, folders: null });
    expect(content.slice(0, 5)).toBe('äääää');
    expect(content.slice(-8)).toBe('äthe end');
    writeFileSync(log, Buffer.from('\ufeffshort', 'utf16le'));
    expect(readLog({ path: log, folders: null }).content).toBe('short');
  },
);

test('the agent reads no log of a server data folder', () => {
  const data = join(folder, 'appliance');
  mkdirSync(join(data, 'logs'), { recursive: true });
  writeFileSync(join(data, 'logs', 'server.log'), 'said');
  const wanted = { path: join(data, 'logs', 'server.log'), folders: null };
  expect(readLog(wanted).content).toBe('said');
  writeFileSync(join(data, 'millwright.db'), '');
  expect(() => readLog(wanted)).toThrow('The data of an appliance cannot be read.');
});

test('the agent uses the default log folders when the command names none', async () => {
  const path = join(folder, 'line.log');
  writeFileSync(path, 'x');
  const outcome = await performCommand(
    { commandid: 1, action: 'collect_log', parameters: { path } },
    {} as AgentContext,
  );
  expect(outcome).toMatchObject({
    status: 'failed',
    output: expect.stringContaining('below the log folders'),
  });
});

test('the agent sends the path of the opened log file when a link led to it', async () => {
  const logs = join(folder, 'sent');
  mkdirSync(logs);
  writeFileSync(join(logs, 'app.log.1'), 'said');
  symlinkSync('app.log.1', join(logs, 'app.log'));
  const bodies: unknown[] = [];
  const connection = {
    request: async (_path: string, { body }: ApplianceRequest) => {
      bodies.push(body);
      return { status: 201 } as ApplianceResponse;
    },
  } as Connection;
  const context = { connection, headers: () => ({}), named: (path: string) => path } as AgentContext;
  const parameters = { path: join(logs, 'app.log'), folders: [logs] };
  const outcome = await performCommand({ commandid: 7, action: 'collect_log', parameters }, context);
  expect(outcome.status).toBe('succeeded');
  expect(bodies).toEqual([{ commandid: 7, path: join(logs, 'app.log.1'), content: 'said' }]);
});

test('the agent does not block on a pipe without a writer', () => {
  const pipe = join(folder, 'pipe.log');
  Bun.spawnSync(['mkfifo', pipe]);
  const code = `try { require(${JSON.stringify(require.resolve('../agent/collect-log.ts'))}).readLog({ path: ${JSON.stringify(pipe)}, folders: null }) } catch (error) { console.log(error.message) }`;
  const { stdout } = Bun.spawnSync([process.execPath, '-e', code], { timeout: 5000 });
  expect(stdout.toString()).toBe('This is not a file.\n');
});

test('the agent rejects an open file when a link in its path changes', () => {
  const [mine, theirs] = ['mine', 'theirs'].map((name) => join(folder, name)) as [string, string];
  for (const at of [mine, theirs]) {
    mkdirSync(at);
    writeFileSync(join(at, 'app.log'), at);
  }
  const way = join(folder, 'swapped');
  symlinkSync(theirs, way);
  const file = openSync(join(way, 'app.log'), 'r');
  expect(resolveOpenedPath(file, join(way, 'app.log'))).toBe(join(theirs, 'app.log'));
  unlinkSync(way);
  symlinkSync(mine, way);
  expect(() => resolveOpenedPath(file, join(way, 'app.log'))).toThrow('changed while it was opened');
  closeSync(file);
});

test('the inventory contains host name, system, programs, start time and hardware', async () => {
  const inventory = await collectInventory();
  expect(inventory.hostname).toMatch(/\S/);
  expect(inventory.osname).toMatch(/\S/);
  if (existsSync('/var/lib/dpkg/status')) expect(inventory.installedapps!.length).toBeGreaterThan(20);
  expect(Date.parse(inventory.lastboottime)).toBeLessThan(Date.now());
  const { memorygb, parts } = hardware.parse(inventory.hardware);
  expect(memorygb).toBeGreaterThan(0);
  expect(parts?.volume?.some(({ name, freemegabytes }) => name === '/' && freemegabytes! > 0)).toBe(true);
});

test('the agent runs only services as tasks on Linux', async () => {
  for (const taskname of ['poweroff.target', 'srv.mount', 'cron.timer'])
    expect(
      await performCommand(
        { commandid: 1, action: 'scheduledtask_run', parameters: { taskname } },
        {} as AgentContext,
      ),
    ).toMatchObject({
      status: 'failed',
      output: `${taskname} is not a service. Only services can be started.`,
    });
});
