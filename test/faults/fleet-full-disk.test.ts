import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { credentialOf, makeFleet } from '../load/fleet.ts';
import { prepareSmallDisk } from './full-disk.ts';
import { createFirstAdmin, post, readJsonResponse } from './process.ts';

setDefaultTimeout(120_000);

const PCS = 8;
const disk = prepareSmallDisk();
let appliance: Appliance;
let admin: Record<string, string>;
let pid: number;
beforeAll(async () => {
  makeFleet(disk.data, PCS);
  appliance = await startAppliance({ data: disk.data, args: ['--no-tls'] });
  admin = await createFirstAdmin(appliance.url);
  ({ pid } = await Bun.file(join(disk.data, 'owner.json')).json());
});
afterAll(() => appliance.kill());

const agent = (n: number) => ({
  'content-type': 'application/json',
  'x-endpoint-credential': credentialOf(n),
});
const checkIn = (n: number, more: object = {}) =>
  post(appliance.url, '/api/endpoints/checkin', agent(n), { agentversion: '0.1.0', ...more });
const poll = (n: number, wait = 0) =>
  fetch(`${appliance.url}/api/endpoints/commands/next?wait=${wait}`, { headers: agent(n) });
const queue = (n: number) =>
  post(appliance.url, `/api/endpoints/asset/${n + 1}/commands`, admin, {
    action: 'message',
    parameters: { text: 'n'.repeat(1900) },
  });
const report = (n: number, commandid: number) =>
  post(appliance.url, `/api/endpoints/commands/${commandid}/result`, agent(n), {
    status: 'succeeded',
    output: 'o'.repeat(50_000),
  });

test('the server accepts unchanged check-ins and polls on a full disk and refuses results with 507', async () => {
  for (let n = 0; n < PCS; n++) expect((await checkIn(n)).status).toBe(200);
  const { commandid } = (await readJsonResponse(await queue(0))).data;
  expect((await poll(0)).status).toBe(200);

  disk.fill(pid);
  let refused = 0;
  for (let tries = 0; tries < 300 && refused !== 507; tries++) refused = (await queue(1)).status;
  expect(refused).toBe(507);
  for (let n = 0; n < PCS; n++) expect((await checkIn(n)).status).toBe(200);
  const openPoll = poll(2, 2);
  const answer = await report(0, commandid);
  expect([answer.status, (await readJsonResponse(answer)).data.error.code]).toEqual([507, 'STORAGE_FULL']);
  expect((await openPoll).status).toBe(204);
  const health = await fetch(`${appliance.url}/api/dashboard/health`);
  expect([health.status, (await readJsonResponse(health)).data.writable]).toEqual([200, false]);

  disk.free(pid);
  // The agent repeats its result until it is accepted.
  expect((await report(0, commandid)).status).toBe(200);
  const { data } = await readJsonResponse(
    await fetch(`${appliance.url}/api/endpoints/commands?assetid=1`, { headers: admin }),
  );
  expect(data.map(({ state }: { state: string }) => state)).toEqual(['succeeded']);
  expect((await checkIn(3, { loggedinuser: 'mara' })).status).toBe(200);
  expect((await queue(2)).status).toBe(201);
  expect((await poll(2)).status).toBe(200);
});
