import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { eventually } from '../support/receivers.ts';
import { createScratchDirectory } from './process.ts';

setDefaultTimeout(120_000);

const KEY = 'tls-pressure-collector-key';
const AT_ONCE = 16;
const REPORTS = 400;
const inventory = JSON.parse(readFileSync(join('test', 'data', 'glpi', 'computer_1.json'), 'utf8'));
let appliance: Appliance;
let plain: string;
let made = 0;

beforeAll(async () => {
  const data = join(createScratchDirectory('pressure'), 'data');
  appliance = await startAppliance({
    data,
    args: ['--http-port', '0'],
    env: { MILLWRIGHT_COLLECTOR_KEY: KEY },
  });
  const address = /^Millwright listening on (http:\S+)$/m;
  await eventually(() => address.test(appliance.stdout()), 'it says where it listens without TLS');
  plain = appliance.stdout().match(address)![1]!;
});
afterAll(() => appliance?.stop());

/** Returns the first inventory of a new PC. */
function newPc(): string {
  const { content, ...rest } = structuredClone(inventory);
  const n = ++made;
  content.hardware.name = `PC-${n}`;
  content.hardware.uuid = `4c4c4544-0034-4a10-8047-${String(n).padStart(12, '0')}`;
  content.bios.ssn = `SER${n}X`;
  return JSON.stringify({ ...rest, content, deviceid: `PC-${n}-2026` });
}

/** Sends a report on a separate connection. Rejects unless the response is 200. */
function report(address: string): Promise<void> {
  const body = newPc();
  const send = address.startsWith('https:') ? tlsRequest : plainRequest;
  const headers = {
    'Content-Type': 'application/json',
    'X-API-Key': KEY,
    'Content-Length': Buffer.byteLength(body),
  };
  const options = { method: 'POST', agent: false, rejectUnauthorized: false, headers };
  return new Promise((resolve, reject) => {
    const sent = send(`${address}/api/collector/glpi`, options, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`Answered ${answer.statusCode}.`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * Sends many reports, some in parallel. Returns the maximum number of reports that were answered while one
 * waited.
 */
async function mostOvertaken(address: string, reports: number): Promise<number> {
  let [left, answered, most] = [reports, 0, 0];
  const caller = async () => {
    while (left-- > 0) {
      const before = answered;
      await report(address);
      most = Math.max(most, answered - before);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  expect(answered).toBe(reports);
  return most;
}

test('no report is delayed by many others when each uses a new TLS connection', async () => {
  for (const address of [plain, appliance.url])
    expect([address, (await mostOvertaken(address, REPORTS)) < 6 * AT_ONCE]).toEqual([address, true]);
});
