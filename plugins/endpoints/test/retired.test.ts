import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';
import {
  createEnrolledPc,
  createPc,
  createTestNonce,
  requestEnrollment,
  setSharedKey,
  withSharedKey,
} from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  const policy = { policyname: 'Elsewhere', scope: { location: 'Elsewhere' }, allowedactions: [] };
  await site.admin.post('/api/endpoints/policies', policy);
});
afterAll(() => site.stop());

const message = { action: 'message', parameters: { text: 'Coffee is ready.' } };
const queue = async (assetid: number) => {
  const { data } = await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, message);
  return data.commandid as number;
};
const commandsOf = async (assetid: number) =>
  (await site.admin.get(`/api/endpoints/commands?assetid=${assetid}`)).data;
const setActive = (assetid: number, isactive: boolean) =>
  site.admin.put(`/api/assets/${assetid}`, { isactive });

/** Returns the status of each agent request. */
async function calls(agent: Client, hostname: string): Promise<number[]> {
  const report = new FormData();
  report.append('text', 'It is warm.');
  const answers = [
    await agent.post('/api/endpoints/checkin', { agentversion: '0.1.0' }),
    await agent.get('/api/endpoints/alerts'),
    await agent.get('/api/endpoints/commands/next?wait=0'),
    await agent.upload('/api/endpoints/operator-reports', report),
    await agent.post('/api/collector/endpoints', { hostname, agentversion: '0.1.0' }),
  ];
  return answers.map(({ status }) => status);
}

test('a retired PC gets 403 for each agent request until its record is active again', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'old-1');
  const commandid = await queue(assetid);
  await setActive(assetid, false);
  expect(await calls(agent, 'old-1')).toEqual([403, 403, 403, 403, 403]);
  expect((await commandsOf(assetid))[0]).toMatchObject({ commandid, state: 'queued' });
  await setActive(assetid, true);
  expect(await calls(agent, 'old-1')).toEqual([200, 200, 200, 201, 200]);
});

test('an approved request gets no credential while its PC is retired', async () => {
  const assetid = await createPc(site, 'old-2');
  const own = createTestNonce();
  const { requestid } = (await requestEnrollment(site.anonymous, 'old-2', own)).data;
  await site.admin.post(`/api/endpoints/enrollment/${requestid}/approve`, {});
  await setActive(assetid, false);
  expect((await requestEnrollment(site.anonymous, 'old-2', own)).data).toMatchObject({
    state: 'approved',
    credential: null,
  });
  await setActive(assetid, true);
  expect((await requestEnrollment(site.anonymous, 'old-2', own)).data.state).toBe('enrolled');
});

/** Creates two records of one name, as after a board replacement; the newer one has an agent. */
async function twice(hostname: string) {
  const older = await createPc(site, hostname);
  const board = { hostname, serialnumber: `board-${hostname}` };
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const newer: number = (await collector.post('/api/collector/computers', board)).data.assetid;
  const own = createTestNonce();
  const { requestid } = (await requestEnrollment(site.anonymous, hostname, own, board.serialnumber)).data;
  await site.admin.post(`/api/endpoints/enrollment/${requestid}/approve`, { assetid: newer });
  const { credential } = (await requestEnrollment(site.anonymous, hostname, own, board.serialnumber)).data;
  const agent = site.anonymous.with({ 'x-endpoint-credential': credential });
  const { data } = await site.admin.get('/api/assets/collisions');
  const { collisionid } = data.find((row: { assets: { assetid: number }[] }) =>
    row.assets.some((asset) => asset.assetid === newer),
  );
  const decide = () => site.admin.post(`/api/assets/collisions/${collisionid}/decide`, { same: true });
  return { older, newer, agent, board, decide };
}

test('an agent continues as the remaining PC when its record is merged, with its credential', async () => {
  const { older, newer, agent, board, decide } = await twice('same-1');
  const commandid = await queue(newer);
  expect((await decide()).status).toBe(200);
  expect((await agent.post('/api/endpoints/checkin', {})).data.assetid).toBe(older);
  expect((await agent.post('/api/collector/computers', board)).data.assetid).toBe(older);
  expect((await commandsOf(older))[0]).toMatchObject({ commandid, state: 'failed' });
  const { data } = await site.admin.get(`/api/endpoints/asset/${older}/status`);
  expect(data.credentialstate).toBe('enrolled');
  expect((await site.admin.post(`/api/endpoints/assets/${older}/revoke`, {})).status).toBe(200);
  expect((await agent.post('/api/endpoints/checkin', {})).status).toBe(401);
});

test('the credential of the remaining record stays valid when both merged records have one', async () => {
  const { older, agent, decide } = await twice('same-2');
  const { credential } = (await requestEnrollment(withSharedKey(site), 'same-2')).data;
  const client = site.anonymous.with({ 'x-endpoint-credential': credential });
  await decide();
  expect((await agent.post('/api/endpoints/checkin', {})).error.code).toBe('CREDENTIAL_INVALID');
  expect((await client.post('/api/endpoints/checkin', {})).data.assetid).toBe(older);
});

test('the block of a merged record applies to the remaining record', async () => {
  const { older, newer, decide } = await twice('same-3');
  await site.admin.post(`/api/endpoints/assets/${newer}/revoke`, { blockreenroll: true });
  await decide();
  const { data } = await site.admin.get(`/api/endpoints/asset/${older}/status`);
  expect(data.credentialstate).toBe('reenrollblocked');
  expect((await requestEnrollment(withSharedKey(site), 'same-3')).data.state).toBe('blocked');
});
