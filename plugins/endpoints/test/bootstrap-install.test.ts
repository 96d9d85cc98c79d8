import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type Server } from 'node:tls';
import {
  type CertificatePair,
  describeCertificate,
  ensureCertificate,
  generateCertificate,
} from '../../../src/kit/tls/certificate.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { uploadCurrentBuild } from './upload-build.ts';

/** A build that records its arguments and is enrolled at once. */
const BUILD = `#!/bin/sh
if [ "$2" = status ]; then echo "$FAKE_STATE"; exit; fi
for word in "$@"; do printf '%s\\n' "$word"; done >"$FAKE_TOLD"
`;

const root = mkdtempSync(join(tmpdir(), 'millwright-install-'));
const servers: Server[] = [];
let site: Site;
let pair: CertificatePair;
let address: string;
beforeAll(async () => {
  const data = join(root, 'data');
  pair = await ensureCertificate(join(data, 'certs'), {
    log: { info: () => undefined, warn: () => undefined },
  });
  site = await startSite({ data, config: { tls: true } });
  address = await serve(pair);
  await site.admin.put('/api/settings/site_url', { value: address });
  await uploadCurrentBuild(site, '0.2.0', 'linux-x64', BUILD);
  await uploadCurrentBuild(site, '0.3.0', 'windows-x64');
  mkdirSync(join(root, 'bin'));
  for (const [name, body] of Object.entries({
    id: 'echo 0',
    uname: 'if [ "$1" = -m ]; then echo x86_64; else echo Linux; fi',
    sudo: 'exec "$@"',
  })) {
    writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(root, 'bin', name), 0o755);
  }
});
beforeEach(() => site.clock.advance(61_000));
afterAll(async () => {
  for (const server of servers) server.close();
  await site.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Starts a proxy to the server with another certificate; `change` may alter the responses. */
async function serve({ cert, key }: CertificatePair, change = (chunk: Buffer) => chunk): Promise<string> {
  const server = createServer({ cert, key }, (socket) => {
    const inside = connect({
      port: Number(new URL(site.url).port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
    });
    socket.pipe(inside);
    inside.on('data', (chunk) => socket.write(change(Buffer.from(chunk as Buffer))));
    inside.on('end', () => socket.end());
    for (const [one, other] of [
      [socket, inside],
      [inside, socket],
    ] as const)
      one.on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let runs = 0;

/** Runs a command line as an admin pastes it and returns the result. */
async function run(line: string, state = 'enrolled') {
  const folder = join(root, `run-${++runs}`);
  const argsFile = join(root, `told-${runs}`);
  const child = spawn('sh', ['-c', line], {
    env: {
      PATH: `${join(root, 'bin')}:${process.env.PATH}`,
      MILLWRIGHT_FOLDER: folder,
      FAKE_TOLD: argsFile,
      FAKE_STATE: state,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    output,
    status,
    args: existsSync(argsFile) ? readFileSync(argsFile, 'utf8').trim().split('\n') : [],
    left: existsSync(folder) ? readdirSync(folder) : [],
  };
}

const newToken = async () => (await site.admin.post('/api/endpoints/bootstrap-tokens', { name: 'x' })).data;
/** Returns the script that the command line downloads. */
async function scriptOf(line: string): Promise<string> {
  const { pathname, search } = new URL(/'(https:\/\/[^']+)'/.exec(line)![1]!);
  return (await site.anonymous.get(pathname + search)).text;
}

/** Runs a downloaded script. */
function runScript(text: string) {
  const file = join(root, `script-${runs}.sh`);
  writeFileSync(file, text);
  return run(`sh ${file}`);
}

const elsewhere = (line: string, other: string) => line.replaceAll(address, other);

test('the shell command installs the current build with the pin of the server and waits for enrollment', async () => {
  const { shcommand, bootstraptokenid } = await newToken();
  const { output, status, args, left } = await run(shcommand);
  expect([output, status]).toEqual([expect.stringContaining('This PC is enrolled.'), 0]);
  const pin = describeCertificate(pair.cert).spkipin;
  expect(args).toEqual(['agent', 'install', '--server', address, '--pin', pin]);
  expect(left).toEqual(['millwright']);
  expect(output).toContain('Warning: The current build for linux-x64 is 0.2.0; for windows-x64 it is 0.3.0');
  const { data } = await site.admin.get('/api/endpoints/bootstrap-tokens?per_page=100');
  const row = data.find((one: { bootstraptokenid: number }) => one.bootstraptokenid === bootstraptokenid);
  expect(row.usecount).toBe(1);
});

test('the shell command states the next step when the enrollment is rejected or blocked', async () => {
  const { shcommand } = await newToken();
  expect((await run(shcommand, 'rejected')).output).toContain('was rejected');
  expect((await run(shcommand, 'blocked')).output).toContain('must allow it first');
});

test('the installer downloads and runs nothing when the certificate differs', async () => {
  const { shcommand } = await newToken();
  const other = await serve(await generateCertificate({ commonname: 'Evil', sans: ['127.0.0.1'] }));
  const whole = await run(elsewhere(shcommand, other));
  expect([whole.args, whole.left]).toEqual([[], []]);
  // The script is the original one, and then another server answers the request for the build.
  const text = elsewhere(await scriptOf(shcommand), other);
  const { output, status, args, left } = await runScript(text);
  expect([status, args, left]).toEqual([1, [], []]);
  expect(output).toContain('Nothing was installed');
});

test('the installer deletes the build and does not run it when one byte differs', async () => {
  const { shcommand } = await newToken();
  const changed = await serve(pair, (chunk) =>
    Buffer.from(chunk.toString('latin1').replace('"$FAKE_STATE"', '"$FAKE_STATF"'), 'latin1'),
  );
  const text = elsewhere(await scriptOf(shcommand), changed);
  const refused = await runScript(text);
  expect([refused.status, refused.args, refused.left]).toEqual([1, [], []]);
  expect(refused.output).toContain('the downloaded file is not the build of this script');
});

test('the installer installs nothing when the server address is not https', async () => {
  const { shcommand } = await newToken();
  const text = (await scriptOf(shcommand)).replace(/^server='https:/m, "server='http:");
  const { output, status, args, left } = await runScript(text);
  expect([status, args, left]).toEqual([1, [], []]);
  expect(output).toContain('must begin with https://');
});
