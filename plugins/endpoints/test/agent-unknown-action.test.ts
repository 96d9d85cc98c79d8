import { afterAll, expect, test } from 'bun:test';
import { eventually } from '../../../test/support/receivers.ts';
import { startAgent, startServer } from './agent-server.ts';
import { TestAgentTime } from './agent-time.ts';

const servers = [startServer(), startServer()] as const;
afterAll(() => {
  for (const server of servers) server.stop();
});

const acceptResult = (server: (typeof servers)[number], commandid: number) => {
  server.answers[`/endpoints/commands/${commandid}/result`] = () => ({ status: 200, data: {} });
};

test('the agent fails an unknown action with a message that asks for an agent upgrade', async () => {
  const [server] = servers;
  const actions = ['collect_diskusage', 'constructor', '__proto__', 'toString', ''];
  server.polls = actions.map((action, at) => ({
    status: 200,
    data: { commandid: at + 1, action, parameters: {}, hint: 'new' },
  }));
  for (const [at] of actions.entries()) acceptResult(server, at + 1);
  const agent = startAgent(server);
  for (const [at, action] of actions.entries()) {
    const { body } = await server.waitForRequest(`/endpoints/commands/${at + 1}/result`);
    const { status, output } = JSON.parse(body.toString());
    expect([status, output]).toEqual([
      'failed',
      expect.stringMatching(new RegExp(`^This agent is too old for "${action}": .* Upgrade it first\\.$`)),
    ]);
  }
  await agent.stop();
});

test('the agent skips an invalid command and runs the next one', async () => {
  const [, server] = servers;
  server.polls = [
    { status: 200, data: { commandid: 'x', action: 'message', parameters: { text: 'x' } } },
    { status: 200, data: { commandid: 3, action: 'restart_agent' } },
  ];
  acceptResult(server, 3);
  const time = new TestAgentTime();
  const agent = startAgent(server, undefined, undefined, time);
  await eventually(() => agent.said.length > 0, 'the agent rejects the invalid command');
  time.advance(20_000);
  const { body } = await server.waitForRequest('/endpoints/commands/3/result');
  expect(JSON.parse(body.toString()).status).toBe('succeeded');
  await agent.stop();
  expect(agent.said).toContain('The appliance sent a command that this agent version does not support.');
  expect(server.calls.filter(({ path }) => path.endsWith('/result'))).toHaveLength(1);
});
