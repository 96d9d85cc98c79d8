import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { ClientResponse } from '../../../test/support/client.ts';
import { DAY } from '../../../test/support/clock.ts';
import { eventually } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { Polls } from '../commands/polls.ts';
import { advanceTime, createEnrolledPc, setSharedKey } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const command = { action: 'message', parameters: { text: 'x' } };
const queue = async (assetid: number): Promise<number> =>
  (await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, command)).data.commandid;
const deleteExpired = () => site.app.host.scheduler.run('endpoints.reap');
const verdictOf = async (assetid: number) =>
  (await site.admin.get(`/api/endpoints/asset/${assetid}/status`)).data.verdict;
const stateOf = async (assetid: number, commandid: number) =>
  (await site.admin.get(`/api/endpoints/commands?assetid=${assetid}`)).data.find(
    (row: { commandid: number }) => row.commandid === commandid,
  ).state;

/** Prepares a PC with a claimed and a queued command, and another PC with an open poll. */
async function midst(name: string) {
  const busy = await createEnrolledPc(site, `${name}-busy`);
  const idle = await createEnrolledPc(site, `${name}-idle`);
  for (const { agent } of [busy, idle])
    expect((await agent.post('/api/endpoints/checkin', { agentversion: '0.1.0' })).status).toBe(200);
  const inHand = await queue(busy.assetid);
  expect((await busy.agent.get('/api/endpoints/commands/next?wait=0')).data.commandid).toBe(inHand);
  const waiting = await queue(busy.assetid);
  const poll: Promise<ClientResponse> = idle.agent.get('/api/endpoints/commands/next?wait=25');
  await eventually(() => site.app.host.getInstance(Polls).size === 1, 'the poll is waiting');
  return { busy, idle, inHand, waiting, poll };
}

test('a claimed command fails and a queued one stays when the clock jumps a day ahead', async () => {
  const { busy, idle, inHand, waiting, poll } = await midst('ahead');
  await advanceTime(site, DAY);
  await deleteExpired();
  expect([await stateOf(busy.assetid, inHand), await stateOf(busy.assetid, waiting)]).toEqual([
    'failed',
    'queued',
  ]);
  expect([await verdictOf(busy.assetid), await verdictOf(idle.assetid)]).toEqual(['offline', 'offline']);
  // The open poll uses a monotonic clock, so the jump does not affect it.
  const sent = await queue(idle.assetid);
  expect((await poll).data.commandid).toBe(sent);
  expect((await busy.agent.get('/api/endpoints/commands/next?wait=0')).data.commandid).toBe(waiting);
  for (const { agent } of [busy, idle]) await agent.post('/api/endpoints/checkin', { agentversion: '0.1.0' });
  expect([await verdictOf(busy.assetid), await verdictOf(idle.assetid)]).toEqual(['ok', 'ok']);
});

test('no command is claimed twice and credentials stay valid when the clock jumps a day back', async () => {
  const { busy, idle, inHand, waiting, poll } = await midst('back');
  await advanceTime(site, -DAY);
  await deleteExpired();
  expect(await stateOf(busy.assetid, inHand)).toBe('pending');
  expect((await busy.agent.get('/api/endpoints/commands/next?wait=0')).status).toBe(204);
  const done = { status: 'succeeded', output: 'done' };
  expect((await busy.agent.post(`/api/endpoints/commands/${inHand}/result`, done)).status).toBe(200);
  expect((await busy.agent.get('/api/endpoints/commands/next?wait=0')).data.commandid).toBe(waiting);
  const sent = await queue(idle.assetid);
  expect((await poll).data.commandid).toBe(sent);
  expect((await idle.agent.post('/api/endpoints/checkin', { agentversion: '0.1.0' })).status).toBe(200);
  expect(await verdictOf(idle.assetid)).toBe('ok');
});
