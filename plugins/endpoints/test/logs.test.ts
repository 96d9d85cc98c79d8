import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import type { Client } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { createEnrolledPc, createPc, setSharedKey, withSharedKey } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const PATH = 'C:\\Logs\\line.log';
const next = '/api/endpoints/commands/next?wait=0';

/** Queues a log command for the PC; the agent claims it by default. */
async function requestLog(assetid: number, agent: Client, isClaimed = true): Promise<number> {
  const { data, status, text } = await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, {
    action: 'collect_log',
    parameters: { path: PATH },
  });
  if (status !== 201) throw new Error(text);
  if (isClaimed) expect((await agent.get(next)).data.commandid).toBe(data.commandid);
  return data.commandid;
}

async function logging(hostname: string) {
  const made = await createEnrolledPc(site, hostname);
  await made.agent.post('/api/endpoints/checkin', { agentversion: '0.2.0' });
  return made;
}

const send = (agent: Client, body: object) => agent.post('/api/endpoints/logs', { path: PATH, ...body });
const done = (agent: Client, commandid: number) =>
  agent.post(`/api/endpoints/commands/${commandid}/result`, { status: 'succeeded' });

test('the log list shows a log without its content, and the log itself contains it', async () => {
  const { assetid, agent } = await logging('log-1');
  const commandid = await requestLog(assetid, agent);
  const content = 'one\r\ntwo <b>ü</b>\n';
  const { status, data } = await send(agent, { commandid, content });
  const sha256 = createHash('sha256').update(content).digest('hex');
  const row = { logid: expect.any(Number), assetid, commandid, path: PATH, size: 19, sha256 };
  expect([status, data]).toEqual([201, { ...row, createddate: expect.any(String) }]);
  const viewer = await site.userWith('endpoints.view');
  const list = await viewer.get(`/api/endpoints/asset/${assetid}/logs`);
  expect([list.data, list.meta.pagination.total]).toEqual([[data], 1]);
  const one = await viewer.get(`/api/endpoints/asset/${assetid}/logs/${data.logid}`);
  expect(one.data).toEqual({ ...data, content });
  const { assetid: other } = await logging('log-2');
  expect((await viewer.get(`/api/endpoints/asset/${other}/logs/${data.logid}`)).status).toBe(404);
  expect((await viewer.get('/api/endpoints/asset/999999/logs')).status).toBe(404);
});

test('the server accepts a log only for a claimed log command of the same PC', async () => {
  const { assetid, agent } = await logging('log-3');
  const { assetid: otherid, agent: other } = await logging('log-4');
  const foreign = await requestLog(otherid, other);
  const refused = await send(agent, { commandid: foreign, content: 'x' });
  expect([refused.status, refused.error.code]).toEqual([403, 'ASSET_MISMATCH']);
  expect((await send(agent, { commandid: 999_999, content: 'x' })).status).toBe(404);
  const waiting = await requestLog(assetid, agent, false);
  expect((await send(agent, { commandid: waiting, content: 'x' })).status).toBe(409);
  await agent.get(next);
  await agent.post(`/api/endpoints/commands/${waiting}/result`, { status: 'failed' });
  expect((await send(agent, { commandid: waiting, content: 'x' })).status).toBe(409);
  const { data } = await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, {
    action: 'message',
    parameters: { text: 'Hello' },
  });
  await agent.get(next);
  const message = await send(agent, { commandid: data.commandid, content: 'x' });
  expect([message.status, message.error.code]).toEqual([409, 'CONFLICT']);
  expect((await send(agent, { commandid: waiting, content: 'x', hostname: 'log-4' })).error.code).toBe(
    'ASSET_MISMATCH',
  );
  for (const id of [assetid, otherid])
    expect((await site.admin.get(`/api/endpoints/asset/${id}/logs`)).data).toEqual([]);
});

test('the server ignores the same log again and returns 409 for another one of the same command', async () => {
  const { assetid, agent } = await logging('log-5');
  const commandid = await requestLog(assetid, agent);
  const first = await send(agent, { commandid, content: 'tail' });
  await done(agent, commandid);
  const again = await send(agent, { commandid, content: 'tail' });
  expect([again.status, again.data]).toEqual([201, first.data]);
  expect((await send(agent, { commandid, content: 'other' })).status).toBe(409);
  expect((await site.admin.get(`/api/endpoints/asset/${assetid}/logs`)).data).toHaveLength(1);
});

test('the server checks the path of an uploaded log again', async () => {
  const { assetid, agent } = await logging('log-6');
  const commandid = await requestLog(assetid, agent);
  for (const path of [
    'C:\\ProgramData\\Millwright\\agent.json',
    '\\\\server\\share\\x.log',
    'C:\\Logs\\..\\x.log',
    'C:\\inetpub\\web.config',
    'C:\\Logs\\x.log:stream',
    '/home/x/.ssh/id_ed25519',
  ]) {
    const { status, error } = await send(agent, { commandid, path, content: 'x' });
    expect([path, status, error.details.issues[0].path]).toEqual([path, 400, 'path']);
  }
  expect((await site.admin.get(`/api/endpoints/asset/${assetid}/logs`)).data).toEqual([]);
});

test('the server accepts 256 KiB of any text, and rejects one byte more and binary content', async () => {
  const { assetid, agent } = await logging('log-7');
  const commandid = await requestLog(assetid, agent);
  const most = 256 * 1024;
  for (const content of ['x'.repeat(most + 1), 'ü'.repeat(most / 2 + 1), 'a\u0000b'])
    expect((await send(agent, { commandid, content })).status).toBe(400);
  const { status, data } = await send(agent, { commandid, content: '\u0001'.repeat(most) });
  expect([status, data.size]).toEqual([201, most]);
});

test('the server keeps the newest 20 logs of each PC', async () => {
  const { assetid, agent } = await logging('log-8');
  const made: number[] = [];
  for (let n = 0; n < 22; n++) {
    const commandid = await requestLog(assetid, agent);
    made.push((await send(agent, { commandid, content: `line ${n}` })).data.logid);
    await done(agent, commandid);
  }
  const path = `/api/endpoints/asset/${assetid}/logs`;
  const { data, meta } = await site.admin.get(`${path}?per_page=5&page=2`);
  expect(meta.pagination.total).toBe(20);
  expect(data.map(({ logid }: { logid: number }) => logid)).toEqual(made.slice(-10, -5).reverse());
  expect((await site.admin.get(`${path}?dir=asc`)).data[0].logid).toBe(made[2]);
  expect((await site.admin.get(`${path}/${made[1]}`)).status).toBe(404);
});

test('a log upload with the shared key needs a host name and returns 401 for an enrolled PC', async () => {
  await createPc(site, 'log-9');
  const unnamed = await send(withSharedKey(site), { commandid: 1, content: 'x' });
  expect(unnamed.status).toBe(400);
  const reply = await send(withSharedKey(site), { commandid: 999_999, content: 'x', hostname: 'LOG-9' });
  expect(reply.status).toBe(404);
  await logging('log-10');
  const refused = await send(withSharedKey(site), { commandid: 1, content: 'x', hostname: 'log-10' });
  expect([refused.status, refused.error.code]).toEqual([401, 'SHARED_KEY_REFUSED']);
  expect((await (await site.userWith()).get('/api/endpoints/asset/1/logs')).status).toBe(403);
});

test('the audit log records an uploaded log once, without its content', async () => {
  const { assetid, agent } = await logging('log-audit');
  const commandid = await requestLog(assetid, agent);
  const sent = await send(agent, { commandid, content: 'text of a log file' });
  await send(agent, { commandid, content: 'text of a log file' });
  const { data } = await site.admin.get(`/api/auditlogs?action=endpoints.log.collected&entityid=${assetid}`);
  const details = { commandid, logid: sent.data.logid, path: PATH, size: 18 };
  expect(data).toMatchObject([{ entitytype: 'asset', username: 'log-audit', details }]);
  expect(JSON.stringify(data)).not.toContain('text of a log file');
});
