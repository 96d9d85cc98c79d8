import { afterAll, beforeEach, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SerialQueue } from '../../../src/kit/serial-queue.ts';
import { Connection } from '../agent/connection.ts';
import { installBuild } from '../agent/perform.ts';
import { computeDownloadLimitMs, installUpgrade, UpgradeTrial } from '../agent/upgrade.ts';

const build = (version: string) => Buffer.from(`#!/bin/sh\necho "millwright ${version}"\n`);
let served = build('0.2.0');
/** Requested addresses with the key or credential that was sent. The server rejects the revoked credential. */
const requests: string[] = [];
const GOOD_KEY = 'the-key-of-all-the-agents';
const server = createServer(({ url, headers }, response) => {
  requests.push(`${url} ${headers['x-api-key'] ?? headers['x-endpoint-credential']}`);
  const isEnded =
    headers['x-endpoint-credential'] === 'ended' || (headers['x-api-key'] ?? GOOD_KEY) !== GOOD_KEY;
  if (!isEnded) return void response.end(served);
  response.statusCode = 401;
  response.end(JSON.stringify({ data: { error: { code: 'CREDENTIAL_INVALID', message: 'Enroll again.' } } }));
}).listen(0, '127.0.0.1');
const connection = new Connection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => []);
beforeEach(() => {
  served = build('0.2.0');
  requests.length = 0;
});
afterAll(() => {
  connection.close();
  server.close();
});

function writeInstalledProgram(): string {
  const program = join(mkdtempSync(join(tmpdir(), 'agent-build-')), 'millwright');
  writeFileSync(program, build('0.1.0'));
  chmodSync(program, 0o755);
  return program;
}

const createOffer = (of = served, version = '0.2.0') => ({
  version,
  sha256: createHash('sha256').update(of).digest('hex'),
  size: of.byteLength,
  path: '/api/endpoints/packages/1/file',
});

test('an upgrade replaces the program, and a failed trial restores the previous build', async () => {
  const program = writeInstalledProgram();
  expect((await installUpgrade(createOffer(), connection, {}, program)).status).toBe('succeeded');
  expect(readFileSync(program)).toEqual(build('0.2.0'));
  const trial = new UpgradeTrial(program);
  expect(trial.isOn).toBe(true);
  trial.restorePrevious();
  expect([readFileSync(program), trial.isOn]).toEqual([build('0.1.0'), false]);
  await installUpgrade(createOffer(), connection, {}, program);
  new UpgradeTrial(program).confirm();
  expect([readFileSync(program), new UpgradeTrial(program).isOn]).toEqual([build('0.2.0'), false]);
});

test('an upgrade does not write through a link at the path of the new build', async () => {
  const program = writeInstalledProgram();
  const mine = `${program}.mine`;
  writeFileSync(mine, 'mine');
  symlinkSync(mine, `${program}.next`);
  expect((await installUpgrade(createOffer(), connection, {}, program)).status).toBe('succeeded');
  expect([readFileSync(mine, 'utf8'), readFileSync(program)]).toEqual(['mine', build('0.2.0')]);
});

test('an upgrade keeps the program and leaves no file when content, size or version differ', async () => {
  const program = writeInstalledProgram();
  const promised = createOffer();
  const outcomeOf = async (offer: typeof promised) => {
    const outcome = await installUpgrade(offer, connection, {}, program).catch(
      (cause: Error) => cause.message,
    );
    expect(readFileSync(program)).toEqual(build('0.1.0'));
    expect([existsSync(`${program}.next`), existsSync(`${program}.previous`)]).toEqual([false, false]);
    return outcome;
  };
  served = Buffer.from(served.toString().replace('0.2.0', '0.2.1'));
  expect(await outcomeOf(promised)).toContain('does not match the announced build');
  expect(await outcomeOf({ ...promised, size: 3 })).toContain('larger than announced');
  expect(await outcomeOf(createOffer(served, '0.9.0'))).toMatchObject({ status: 'failed' });
});

test('an upgrade fails and keeps the program when data arrive too slowly', async () => {
  const slow = createServer((_request, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.once('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  const own = new Connection(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`, () => []);
  const program = writeInstalledProgram();
  const offer = { ...createOffer(), size: 1_000_000 };
  const outcome = installUpgrade(offer, own, {}, program, 200);
  expect(await outcome.catch((cause: Error) => cause.message)).toBe(
    'The download took too long and was stopped.',
  );
  expect([readFileSync(program), existsSync(`${program}.next`)]).toEqual([build('0.1.0'), false]);
  own.close();
  slow.closeAllConnections();
  slow.close();
});

test('the time limit of a download allows 64 kbit/s at any size', () => {
  const HOUR_MS = 3_600_000;
  expect(computeDownloadLimitMs(1)).toBe(601_000);
  expect(computeDownloadLimitMs(128 * 1024 ** 2) / HOUR_MS).toBeCloseTo(4.72);
});

test('an upgrade uses the shared key once when the credential was just revoked', async () => {
  const offer = createOffer();
  const fetchWith = async (sharedkey: string | undefined) => {
    requests.length = 0;
    let restarts = 0;
    const restartSoon = () => {
      restarts++;
    };
    const means = {
      connection,
      headers: () => ({ 'x-endpoint-credential': 'ended' }),
      named: (path: string) => path,
      sharedkey,
      restartSoon,
      unsupportedReports: new Set<string>(),
      enforcing: new SerialQueue(),
      work: '',
    };
    const outcome = await installBuild(offer, means, writeInstalledProgram()).catch(
      (cause: Error) => cause.message,
    );
    return [typeof outcome === 'string' ? outcome : outcome.status, restarts, requests.length];
  };
  expect(await fetchWith(GOOD_KEY)).toEqual(['succeeded', 1, 2]);
  expect(requests).toEqual([
    `${offer.path} ended`,
    `${offer.path}?hostname=${hostname().split('.')[0]} ${GOOD_KEY}`,
  ]);
  expect(await fetchWith('another-key')).toEqual(['Enroll again.', 0, 2]);
  expect(await fetchWith(undefined)).toEqual(['Enroll again.', 0, 1]);
});
