import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '../agent/connection.ts';
import { runEnforcement } from '../agent/enforce/run.ts';
import { moveIntoPlace } from '../agent/move-into-place.ts';
import { createAgentContext } from './agent-context.ts';
import { type AgentServer, startServer } from './agent-server.ts';

let server: AgentServer;
let folder: string;
let work: string;
beforeAll(() => {
  server = startServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.reset();
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  work = join(folder, 'work');
});

const means = () => createAgentContext(server.url, work);
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

/** Runs the agent with these entries and returns the outcome and the report it sends. */
async function run(entries: object[], seconds?: number, connection?: Connection) {
  const manifests = [{ scopename: 'CMM', phase: 'runtime', revision: 1, entries }];
  server.answers['/enforce/mine'] = () => ({ status: 200, data: { manifests } });
  server.answers['/enforce/mine/report'] = () => ({ status: 201, data: {} });
  const outcome = await runEnforcement({ ...means(), ...(connection && { connection }) }, { seconds });
  const { body } = await server.waitForRequest('/enforce/mine/report');
  return { outcome, report: JSON.parse(body.toString()), bytes: body.byteLength };
}

const createMarkedEntry = (Name: string, InstallArgs: string, DetectionPath: string) => ({
  Name,
  Type: 'CMD',
  InstallArgs,
  DetectionMethod: 'MarkerFile',
  DetectionPath,
  DetectionValue: '1',
});
const file = (content: string, DetectionPath: string) => ({
  Name: 'File',
  Type: 'FILE',
  InlinePayload: content,
  PayloadSha256: sha256(content),
  PayloadSize: Buffer.byteLength(content),
  DetectionMethod: 'Hash',
  DetectionPath,
});

/** Creates the link again each time it is removed, as an attacker with write access to the folder would. */
const LAYS_LINKS = `
const { symlinkSync } = require('node:fs');
for (;;) try { symlinkSync(process.env.VICTIM, process.env.NEXT); } catch {}
`;

test('the agent replaces a pipe or an endless device at the path of a marker or a file', async () => {
  const [pipe, endless, other] = ['pipe', 'endless', 'other'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  execFileSync('mkfifo', [pipe, other]);
  symlinkSync('/dev/zero', endless);
  const { report } = await run([
    createMarkedEntry('Pipe', 'true', pipe),
    createMarkedEntry('Endless', 'true', endless),
    file('the right thing', other),
  ]);
  expect(report.results.map(({ action }: { action: string }) => action)).toEqual([
    'updated',
    'updated',
    'updated',
  ]);
  expect([pipe, endless].map((path) => lstatSync(path).isFile() && readFileSync(path, 'utf8'))).toEqual([
    '1\n',
    '1\n',
  ]);
  expect(readFileSync(other, 'utf8')).toBe('the right thing');
});

test('the agent does not report a log that is a pipe, a device or a link to another file', async () => {
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, 'what only the system may read');
  const pipe = join(folder, 'pipe.log');
  execFileSync('mkfifo', [pipe]);
  symlinkSync(secret, join(folder, 'linked.log'));
  symlinkSync('/dev/zero', join(folder, 'endless.log'));
  const { report } = await run(
    ['pipe', 'linked', 'endless'].map((name) => ({
      Name: name,
      Type: 'CMD',
      InstallArgs: 'echo it broke; exit 1',
      LogFile: join(folder, `${name}.log`),
    })),
  );
  expect(report.results.map(({ message }: { message: string }) => message)).toEqual([
    'it broke',
    'it broke',
    'it broke',
  ]);
});

test('the agent does not write through a link that another program creates beside the target', async () => {
  const victim = join(folder, 'victim');
  const target = join(folder, 'settings.ini');
  const next = `${target}.millwright-next`;
  const source = join(folder, 'source');
  writeFileSync(victim, 'precious');
  writeFileSync(source, 'new');
  const child = Bun.spawn([process.execPath, '-e', LAYS_LINKS], {
    env: { ...process.env, VICTIM: victim, NEXT: next, BUN_BE_BUN: '1' },
  });
  try {
    while (!existsSync(next)) await Bun.sleep(1);
    for (let n = 0; n < 400; n += 1)
      try {
        moveIntoPlace(source, target);
      } catch {
        // The link was faster: nothing was moved this time.
      }
  } finally {
    child.kill();
    await child.exited;
  }
  expect(readFileSync(victim, 'utf8')).toBe('precious');
});

test('the agent stops a download at the time limit of the run and reports the remaining entries as skipped', async () => {
  const sha = 'a'.repeat(64);
  // The server never answers.
  server.answers[`/enforce/mine/payload/${sha}`] = () => undefined as never;
  const { outcome, report } = await run(
    [
      { Name: 'Stuck', Type: 'EXE', PayloadSha256: sha },
      createMarkedEntry('Next', 'true', join(folder, 'next')),
    ],
    1.5,
  );
  expect(outcome.status).toBe('failed');
  expect(report.results).toMatchObject([
    { entryname: 'Stuck', action: 'failed', message: 'The time limit was reached during the download.' },
    { entryname: 'Next', action: 'skipped' },
  ]);
  expect(report.status).toBe('partial');
  expect(existsSync(join(folder, 'next'))).toBe(false);
});

test('the agent does not run an incomplete payload, and applies the next entry', async () => {
  const ran = join(folder, 'ran');
  const whole = `touch ${ran}; echo ${'x'.repeat(5000)}`;
  // The first payload stops in the middle with a content length, the second one without (chunked).
  const cut = createServer((request, response) => {
    const isCounted = request.url!.endsWith(sha256(whole));
    response.writeHead(200, isCounted ? { 'content-length': whole.length } : {});
    response.write(whole.slice(0, 2500), () => setTimeout(() => response.destroy(), 20));
  }).listen(0, '127.0.0.1');
  const { port } = cut.address() as AddressInfo;
  const forwarded = new Connection(`http://127.0.0.1:${port}`, () => []);
  const other = `${whole} # in pieces`;
  const { connection } = means();
  const { report } = await run(
    [
      { Name: 'Counted', Type: 'CMD', PayloadSha256: sha256(whole) },
      { Name: 'Pieces', Type: 'CMD', PayloadSha256: sha256(other) },
      createMarkedEntry('Next', 'true', join(folder, 'next')),
    ],
    60,
    {
      request: (...args: Parameters<Connection['request']>) => connection.request(...args),
      read: (...args: Parameters<Connection['read']>) => forwarded.read(...args),
    } as Connection,
  );
  cut.close();
  expect(report.results.map(({ action }: { action: string }) => action)).toEqual([
    'failed',
    'failed',
    'installed',
  ]);
  expect(existsSync(ran)).toBe(false);
});

test('the agent does not run a payload whose hash differs', async () => {
  const ran = join(folder, 'ran');
  const { report } = await run([
    { Name: 'Other', Type: 'CMD', InlinePayload: `touch ${ran}`, PayloadSha256: sha256('true') },
  ]);
  expect(report.results).toMatchObject([
    { action: 'failed', message: 'The payload does not match the published one. It was not run.' },
  ]);
  expect(existsSync(ran)).toBe(false);
});

test('no shell interprets the names, paths and values of an entry', async () => {
  const ran = join(folder, 'ran');
  const hostileText = `$(touch ${ran}) \`touch ${ran}\`; touch ${ran} #`;
  await run([
    {
      ...createMarkedEntry(hostileText, 'true', join(folder, hostileText.replaceAll('/', '_'))),
      DetectionValue: hostileText,
      LogFile: hostileText,
    },
    { ...file('x', join(folder, `file ${hostileText.replaceAll('/', '_')}`)), Name: hostileText },
    { Name: 'Words', Type: 'CMD', InlinePayload: 'echo "$@"', InstallArgs: hostileText },
  ]);
  expect(existsSync(ran)).toBe(false);
});

test('the report and the result stay within their limits when 300 entries fail with long output', async () => {
  const noisy = Array.from({ length: 300 }, (_none, n) => ({
    Name: `Noisy ${n}`,
    Type: 'CMD',
    InstallArgs: `head -c 6000 /dev/zero | tr '\\0' '\\001'; echo "the end of ${n}"; exit 1`,
  }));
  const { outcome, report, bytes } = await run(noisy);
  expect(bytes).toBeLessThan(1024 * 1024);
  expect(outcome.output!.length).toBeLessThanOrEqual(256 * 1024);
  expect(report.results).toHaveLength(300);
  expect(report.results[299].message).toEndWith('the end of 299');
});

test('the agent aborts an endless response', async () => {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  let sent = 0;
  const endless = createServer((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(piece)) sent += 1;
    };
    response.on('drain', more);
    more();
  }).listen(0, '127.0.0.1');
  const { port } = endless.address() as AddressInfo;
  const connection = new Connection(`http://127.0.0.1:${port}`, () => []);
  await expect(runEnforcement({ ...means(), connection })).rejects.toThrow('too large');
  connection.close();
  endless.close();
  expect(sent).toBeLessThan(200);
});

test('the report contains the end of the output when a payload prints three megabytes', async () => {
  const { report } = await run([
    {
      Name: 'Loud',
      Type: 'CMD',
      InstallArgs: 'head -c 3000000 /dev/zero | tr "\\0" "x"; echo the cause; exit 1',
    },
  ]);
  expect(report.results[0].message).toEndWith('the cause');
});

test('the agent reports an installer as installed when it exits and a child process remains', async () => {
  const left = join(folder, 'pid');
  const { report } = await run(
    [createMarkedEntry('Starts', `sleep 60 & echo $! > ${left}; exit 0`, join(folder, 'Starts.done'))],
    20,
  );
  const pid = Number(readFileSync(left, 'utf8'));
  const isAlive = existsSync(`/proc/${pid}`);
  process.kill(pid);
  expect(report.results).toMatchObject([{ entryname: 'Starts', action: 'installed' }]);
  expect(isAlive).toBe(true);
});

test('the agent reports an entry of an unknown type as failed and applies the others', async () => {
  const done = join(folder, 'done');
  const { report } = await run([
    { Name: 'Of tomorrow', Type: 'APPX', InlinePayload: 'x' },
    createMarkedEntry('Known', 'true', done),
  ]);
  expect(report.results).toMatchObject([
    { entryname: 'Of tomorrow', action: 'failed', message: expect.stringContaining('Type') },
    { entryname: 'Known', action: 'installed' },
  ]);
});

test('the agent reads manifests of more than six megabytes', async () => {
  const large = Array.from({ length: 100 }, (_none, n) => ({
    ...createMarkedEntry(`Large ${n}`, 'true', join(folder, `${n}`)),
    DetectionMethod: 'File',
    DetectionPath: folder,
    InlinePayload: 'x'.repeat(64 * 1024),
  }));
  const { report } = await run(large);
  expect(report.counts ?? report.results).toHaveLength(100);
});

/** Runs the published entries in a separate process. */
const RUNS = `
const { Connection } = await import(process.env.AGENT + '/connection.ts');
const { runEnforcement } = await import(process.env.AGENT + '/enforce/run.ts');
const { SerialQueue } = await import(process.env.AGENT + '/../../../src/kit/serial-queue.ts');
await runEnforcement({
  connection: new Connection(process.env.SERVER, () => []),
  headers: () => ({}), named: (path) => path, work: process.env.WORK, enforcing: new SerialQueue(),
});
`;

test('the next run removes the files of a killed run and applies its entry again', async () => {
  const [begun, done, kept] = ['begun', 'done', 'kept'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const entry = {
    ...createMarkedEntry('Slow', 'x', done),
    InlinePayload: `echo $$ > ${begun}.next; mv ${begun}.next ${begun}; sleep 60`,
  };
  const manifests = [{ scopename: 'CMM', phase: 'runtime', revision: 1, entries: [entry] }];
  server.answers['/enforce/mine'] = () => ({ status: 200, data: { manifests } });
  const child = Bun.spawn([process.execPath, '-e', RUNS], {
    env: {
      ...process.env,
      BUN_BE_BUN: '1',
      AGENT: join(import.meta.dir, '../agent'),
      SERVER: server.url,
      WORK: work,
    },
  });
  while (!existsSync(begun)) await Bun.sleep(5);
  child.kill('SIGKILL');
  await child.exited;
  process.kill(-Number(readFileSync(begun, 'utf8')), 'SIGKILL');
  expect(readdirSync(work)).toHaveLength(1);
  expect(existsSync(done)).toBe(false);
  mkdirSync(kept);
  writeFileSync(join(kept, 'file'), 'not ours');
  symlinkSync(kept, join(work, 'link'));
  const { report } = await run([{ ...entry, InlinePayload: 'true' }]);
  expect(report.results).toMatchObject([{ action: 'installed' }]);
  expect(existsSync(work) ? readdirSync(work) : []).toEqual([]);
  expect(readdirSync(kept)).toEqual(['file']);
});
