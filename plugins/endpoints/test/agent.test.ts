import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../../../test/browser/harness.ts';
import { BackOff } from '../agent/back-off.ts';
import { readOperatingSystem } from '../agent/this-pc.ts';
import { pinOfAppliance, runAgentProgram, startAgentProcess } from './agent-process.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let headers: Record<string, string>;
let pin: string;
beforeAll(async () => {
  appliance = await startAppliance();
  headers = { 'content-type': 'application/json' };
  const account = { username: 'admin', password: 'correct horse' };
  await api('POST', '/setup/create-admin', { ...account, email: 'admin@plant.example' });
  const { access_token } = await api('POST', '/auth/login', account);
  headers.authorization = `Bearer ${access_token}`;
  pin = pinOfAppliance(appliance);
});
afterAll(() => appliance?.stop());

const api = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${appliance.url}/api${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    tls: { rejectUnauthorized: false },
  });
  return (await answer.json()).data;
};

/** Repeats the query until it returns a value. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await Bun.sleep(100);
  }
}

test('an agent enrolls, is approved, checks in, runs a command and requests enrollment again when revoked', async () => {
  const state = mkdtempSync(join(tmpdir(), 'agent-'));
  const place = ['--state', state];
  const first = await runAgentProgram('enroll', '--server', appliance.url, '--pin', pin, ...place);
  expect(statSync(join(state, 'agent.json')).mode & 0o777).toBe(0o600);
  const { requests } = await api('GET', '/endpoints/enrollment');
  const [{ requestid, noncefingerprint, osversion }] = requests;
  expect(osversion).toStartWith((await readOperatingSystem()).osname);
  expect([first.code, first.out]).toEqual([
    0,
    `This PC waits for approval by an admin under Fleet, Agents, Enrollment.\nThe fingerprint of this agent is ${noncefingerprint}.`,
  ]);
  expect((await runAgentProgram('status', ...place)).out.split('\n')[0]).toBe('pending');
  const made = await api('POST', '/computers', { assetnumber: 'PC-1', hostname: 'not-yet-known' });
  await api('POST', `/endpoints/enrollment/${requestid}/approve`, { assetid: made.assetid });
  const agent = startAgentProcess(...place);
  try {
    const seen = await until(async () => {
      const status = await api('GET', `/endpoints/asset/${made.assetid}/status`);
      return status.lastcheckin ? status : undefined;
    });
    expect([seen.credentialstate, seen.servertrust]).toEqual(['enrolled', { pinned: true, spkipin: pin }]);
    const computer = await until(async () => {
      const reply = await api('GET', `/computers/by-asset/${made.assetid}`);
      return reply.osname ? reply : undefined;
    });
    expect(computer.hostname).toBe(hostname().split('.')[0]);
    const { scriptid } = await api('POST', '/endpoints/scripts', {
      scriptname: 'Say',
      body: 'echo said; exit 3',
    });
    await api('POST', '/endpoints/policies', { policyname: 'Scripts', allowedactions: ['run_script'] });
    const { commandid } = await api('POST', `/endpoints/asset/${made.assetid}/commands`, {
      action: 'run_script',
      parameters: { scriptid },
    });
    const result = await until(async () => {
      const rows = await api('GET', `/endpoints/commands?assetid=${made.assetid}`);
      const row = rows.find((one: { commandid: number }) => one.commandid === commandid);
      return row.finisheddate ? row : undefined;
    });
    expect([result.state, result.exitcode, result.output]).toEqual(['failed', 3, 'said\n']);
    await api('POST', `/endpoints/assets/${made.assetid}/revoke`, {});
    const again = await until(async () => {
      const { requests: waiting } = await api('GET', '/endpoints/enrollment');
      return waiting[0] as { requestid: number } | undefined;
    });
    expect(again.requestid).not.toBe(requestid);
  } finally {
    agent.kill();
    expect(await agent.exited).toBe(0);
  }
});

test('the agent sends no enrollment request when the server key differs from the pin', async () => {
  const state = mkdtempSync(join(tmpdir(), 'agent-'));
  const other = Buffer.alloc(32, 7).toString('base64');
  const before = (await api('GET', '/endpoints/enrollment')).counts.pending;
  const { code, err } = await runAgentProgram(
    'enroll',
    '--server',
    appliance.url,
    '--pin',
    other,
    '--state',
    state,
  );
  expect([code, err]).toEqual([
    1,
    `millwright: The appliance presented the key ${pin}, which this PC does not trust.`,
  ]);
  expect((await api('GET', '/endpoints/enrollment')).counts.pending).toBe(before);
});

test('the agent refuses to enroll over http or with an untrusted certificate', async () => {
  const state = mkdtempSync(join(tmpdir(), 'agent-'));
  const plain = await runAgentProgram(
    'enroll',
    '--server',
    'http://plant.example',
    '--pin',
    pin,
    '--state',
    state,
  );
  expect([plain.code, plain.err]).toEqual([1, expect.stringContaining('must have an https address')]);
  const unknown = await runAgentProgram('enroll', '--server', appliance.url, '--state', state);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringMatching(/self.signed|verify|certificate/i)]);
});

test('the retry wait grows to five minutes with jitter and follows the time that the server requests', () => {
  const least = new BackOff(() => 0);
  const most = new BackOff(() => 1);
  const waits = Array.from({ length: 12 }, () => most.next());
  expect(waits.slice(0, 4)).toEqual([20_000, 10_000, 20_000, 40_000]);
  expect(waits.at(-1)).toBe(300_000);
  expect([least.next(), least.next(), least.next()]).toEqual([5000, 5000, 5000]);
  expect(least.next(120)).toBe(120_000);
  most.reset();
  expect(most.next()).toBe(20_000);
});
