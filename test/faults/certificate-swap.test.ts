import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { request } from 'node:https';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { eventually } from '../support/receivers.ts';
import { createFirstAdmin, createScratchDirectory, readJsonResponse } from './process.ts';

setDefaultTimeout(120_000);

const CERTIFICATE = '/api/endpoints/settings/server-cert';
const KEY = 'the-key-of-all-the-agents';
const PCS = 24;
const SWAPS = 5;
const names = { commonname: 'plant-server', sans: ['localhost', '127.0.0.1'] };

const data = join(createScratchDirectory('swap'), 'data');
let appliance: Appliance;
let admin: Record<string, string>;
let agents: { assetid: number; headers: Record<string, string> }[];

/** Sends a request like users and agents, over a self-signed certificate. */
const call = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  fetch(appliance.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    tls: { rejectUnauthorized: false },
  });

beforeAll(async () => {
  appliance = await startAppliance({ data });
  admin = await createFirstAdmin(appliance.url);
  await call('PUT', '/api/settings/endpoints_shared_key', admin, { value: KEY });
  agents = await Promise.all(Array.from({ length: PCS }, (_, n) => enroll(`swap-${n}`)));
});
afterAll(async () => {
  await appliance?.stop();
});

async function enroll(hostname: string) {
  const pc = { assetnumber: `A-${hostname}`, hostname, serialnumber: `SN-${hostname}` };
  const { data } = await readJsonResponse(await call('POST', '/api/computers', admin, pc));
  const nonce = Buffer.from(hostname.padEnd(32, 'x')).toString('hex');
  const ask = { hostname, serialnumber: pc.serialnumber, nonce };
  const answer = await readJsonResponse(
    await call('POST', '/api/endpoints/enroll', { 'x-api-key': KEY }, ask),
  );
  return {
    assetid: data.assetid as number,
    headers: { 'x-endpoint-credential': answer.data.credential as string },
  };
}

interface OpenRequest {
  /** Resolves when the request has been sent. */
  sent: Promise<void>;
  answer: Promise<{ status: number; text: string }>;
}

/** Sends a GET on a separate connection. */
function ask(path: string, headers: Record<string, string> = {}): OpenRequest {
  const options = { agent: false, rejectUnauthorized: false, headers };
  const clientRequest = request(appliance.url + path, options);
  const sent = new Promise<void>((resolve) => clientRequest.once('finish', () => resolve()));
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    clientRequest.on('error', reject);
    clientRequest.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  clientRequest.end();
  return { sent, answer };
}

/** Returns the status on a new connection. Retries once when the connection was interrupted by a change. */
const anew = async (): Promise<number> => {
  const met = await ask('/api/vendors').answer.catch(() => ask('/api/vendors').answer);
  return met.status;
};

test('pending polls survive each change of the certificate, and new callers are served', async () => {
  const polls = agents.map(({ headers }) => ask('/api/endpoints/commands/next?wait=25', headers));
  await Promise.all(polls.map(({ sent }) => sent));
  // Responses to later callers prove that the polls were read.
  for (let n = 0; n < 3; n++) expect(await anew()).toBe(200);
  let isChanging = true;
  const statuses: number[] = [];
  const caller = async () => {
    while (isChanging) statuses.push(await anew());
  };
  const callers = Array.from({ length: 6 }, caller);
  const served = new Set<string>();
  for (let n = 0; n < SWAPS; n++) {
    const answer = await call('POST', `${CERTIFICATE}/generate`, admin, names);
    expect(answer.status).toBe(200);
    served.add((await readJsonResponse(answer)).data.thumbprint);
    const [before, all] = [statuses.length, 3 * callers.length];
    await eventually(() => statuses.length >= before + all, 'each caller gets a new response');
  }
  isChanging = false;
  await Promise.all(callers);
  expect(served.size).toBe(SWAPS);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(statuses.length).toBeGreaterThan(SWAPS);
  for (const { assetid } of agents) {
    const path = `/api/endpoints/asset/${assetid}/commands`;
    expect((await call('POST', path, admin, { action: 'inventory_refresh' })).status).toBe(201);
  }
  const answers = await Promise.all(polls.map(({ answer }) => answer));
  expect(answers.map(({ status }) => status)).toEqual(agents.map(() => 200));
  const commands = answers.map(({ text }) => JSON.parse(text).data.action);
  expect(new Set(commands)).toEqual(new Set(['inventory_refresh']));
  expect(appliance.stderr()).toBe('');
});

test('a stop after a change of the certificate is clean, and the next start serves the new one', async () => {
  const changed = await readJsonResponse(await call('POST', `${CERTIFICATE}/generate`, admin, names));
  const code = await appliance.stop();
  appliance = await startAppliance({ data });
  expect(code).toBe(0);
  const found = await readJsonResponse(await call('GET', CERTIFICATE, admin));
  expect(found.data.thumbprint).toBe(changed.data.thumbprint);
});
