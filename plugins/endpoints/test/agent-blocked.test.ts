import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StateFile } from '../agent/state.ts';
import { readHostname } from '../agent/this-pc.ts';
import { type AgentServer, startAgent, startServer } from './agent-server.ts';

// Each test has its own server, because the last request of an agent can arrive after its end.
let server: AgentServer;
beforeEach(() => {
  server = startServer();
});
afterEach(() => server.stop());

const NOBODY = { credential: null, assetid: null, requestid: null };
/** Creates the state folder of an agent without a credential. */
function folderWith(more: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-'));
  new StateFile(folder).write({ server: server.url, pins: [], nonce: 'n'.repeat(64), ...more });
  return folder;
}
const enrolling = (data: object) => {
  server.answers['/endpoints/enroll'] = () => ({ status: 200, data: { ...NOBODY, ...data } });
};

test('a blocked PC checks in and runs commands with the shared key and its host name', async () => {
  enrolling({ state: 'blocked' });
  server.polls = [
    { status: 200, data: { commandid: 7, action: 'collect_log', parameters: { path: '/nowhere.log' } } },
  ];
  server.answers['/endpoints/commands/7/result'] = () => ({ status: 200, data: {} });
  server.answers['/endpoints/alerts'] = () => ({ status: 200, data: [] });
  server.orders = { alertseconds: 60 };
  const agent = startAgent(server, folderWith({ sharedkey: 'the-key' }));
  for (const path of ['/endpoints/checkin', '/endpoints/commands/next', '/endpoints/commands/7/result']) {
    const { headers, path: requestedPath } = await server.waitForRequest(path);
    expect([headers['x-api-key'], headers['x-endpoint-credential']]).toEqual(['the-key', undefined]);
    expect(new URL(requestedPath, server.url).searchParams.get('hostname')).toBe(readHostname());
  }
  await agent.stop();
  expect(server.calls.filter(({ path }) => path === '/api/endpoints/enroll')).toHaveLength(1);
  expect(agent.said.filter((line) => line.startsWith('not enrolled'))).toEqual(['not enrolled yet: blocked']);
});

test('a PC only sends enrollment requests when it is pending, or blocked without the shared key', async () => {
  for (const [state, more] of [
    ['blocked', {}],
    ['pending', { sharedkey: 'the-key' }],
  ] as const) {
    server.reset();
    enrolling({ state });
    const agent = startAgent(server, folderWith(more));
    await server.waitForRequest('/endpoints/enroll');
    await Bun.sleep(50);
    await agent.stop();
    expect(new Set(server.calls.map(({ path }) => path))).toEqual(new Set(['/api/endpoints/enroll']));
  }
});

test('a PC sends only its new credential when a block is lifted and it enrolls', async () => {
  enrolling({ state: 'enrolled', credential: 'mw_epc_new', assetid: 3 });
  const agent = startAgent(server, folderWith({ sharedkey: 'the-key', told: 'blocked' }));
  const { headers, path } = await server.waitForRequest('/endpoints/checkin');
  await agent.stop();
  expect([headers['x-endpoint-credential'], headers['x-api-key']]).toEqual(['mw_epc_new', undefined]);
  expect(path).toBe('/api/endpoints/checkin');
});
