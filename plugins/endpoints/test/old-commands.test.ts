import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { DAY } from '../../../test/support/clock.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { CommandCleanup } from '../retention/command-cleanup.ts';
import { endedBefore } from '../retention/queries.ts';
import { advanceTime, createEnrolledPc, setSharedKey } from './pcs.ts';

const COMMANDS = '/api/endpoints/commands';
const PATH = 'C:\\Logs\\line.log';
const message = { action: 'message', parameters: { text: 'x' } };
const log = { action: 'collect_log', parameters: { path: PATH } };
let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const keepFor = async (days: number) =>
  expect((await site.admin.put('/api/settings/endpoints_command_days', { value: String(days) })).status).toBe(
    200,
  );
const forget = async () => {
  const { status, data } = await site.admin.post('/api/jobs/endpoints.forget-commands/run');
  expect([status, data.lastresult, data.lasterror]).toEqual([200, 'ok', null]);
};
/** Deletes the commands of other tests and returns the cleanup entries of the audit log. */
const forgetRest = async () => {
  try {
    await keepFor(1);
    await advanceTime(site, 2 * DAY);
    await forget();
  } finally {
    await keepFor(365);
  }
  return listForgotten();
};
/** Returns the cleanup entries of the audit log, newest first. */
const listForgotten = async () => {
  const { data } = await site.admin.get('/api/auditlogs?action=endpoints.command.forgotten');
  return data.map(({ details }: { details: object }) => details);
};

async function newPc(hostname: string) {
  const made = await createEnrolledPc(site, hostname);
  await made.agent.post('/api/endpoints/checkin', { agentversion: '0.2.0' });
  return made;
}
const queue = async (assetid: number, body: object = message): Promise<number> => {
  const { data, status, text } = await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, body);
  if (status !== 201) throw new Error(text);
  return data.commandid;
};
const claim = async (agent: Client) => (await agent.get(`${COMMANDS}/next?wait=0`)).data.commandid;
const finish = (agent: Client, commandid: number, status = 'succeeded') =>
  agent.post(`${COMMANDS}/${commandid}/result`, { status, output: 'It is done.' });
async function done(
  assetid: number,
  agent: Client,
  status?: string,
  body: object = message,
): Promise<number> {
  const commandid = await queue(assetid, body);
  expect(await claim(agent)).toBe(commandid);
  if (body === log)
    await agent.post('/api/endpoints/logs', { commandid, path: PATH, content: `Log of ${commandid}` });
  expect((await finish(agent, commandid, status)).status).toBe(200);
  return commandid;
}
const has = async (commandid: number) => (await site.admin.get(`${COMMANDS}/${commandid}`)).status === 200;

test('the cleanup deletes commands that ended over a year ago with one audit row, and keeps open ones', async () => {
  const before = await forgetRest();
  const { assetid, agent } = await newPc('old-1');
  const busy = await newPc('old-2');
  const [succeeded, failed] = [await done(assetid, agent), await done(assetid, agent, 'failed')];
  const pending = await queue(busy.assetid);
  expect(await claim(busy.agent)).toBe(pending);
  const queued = await queue(busy.assetid);
  await advanceTime(site, 364 * DAY);
  const recent = await done(assetid, agent);
  await forget();
  expect([await has(succeeded), await has(failed), await listForgotten()]).toEqual([true, true, before]);
  await advanceTime(site, 2 * DAY);
  await forget();
  for (const commandid of [succeeded, failed])
    expect([commandid, await has(commandid)]).toEqual([commandid, false]);
  for (const commandid of [pending, queued, recent])
    expect([commandid, await has(commandid)]).toEqual([commandid, true]);
  const [newest, ...others] = await listForgotten();
  expect(newest).toMatchObject({ count: 2, before: expect.stringMatching(/Z$/) });
  expect(others).toEqual(before);
  await forget();
  expect(await listForgotten()).toHaveLength(before.length + 1);
});

test('the cleanup keeps a command with a log file, and other data of deleted commands stay readable', async () => {
  const { assetid, agent } = await newPc('old-3');
  const plain = await done(assetid, agent);
  const override = { ...message, override: { reason: 'Now' } };
  const overriding = await done(assetid, agent, 'succeeded', override);
  await advanceTime(site, DAY);
  const fetched = await done(assetid, agent, 'succeeded', log);
  await advanceTime(site, 400 * DAY);
  await forget();
  expect([await has(plain), await has(overriding), await has(fetched)]).toEqual([false, false, true]);
  const logs = async () => (await site.admin.get(`/api/endpoints/asset/${assetid}/logs`)).data;
  const [storedLog] = await logs();
  expect(storedLog.commandid).toBe(fetched);
  const whole = await site.admin.get(`/api/endpoints/asset/${assetid}/logs/${storedLog.logid}`);
  expect(whole.data.content).toBe(`Log of ${fetched}`);
  const activity = (await site.admin.get(`/api/endpoints/asset/${assetid}/activity`)).data;
  expect(activity.map(({ commandid }: { commandid: number }) => commandid)).toEqual([fetched]);
  const status = await site.admin.get(`/api/endpoints/asset/${assetid}/status`);
  expect([status.data.lock, status.data.queued]).toEqual([null, 0]);
  expect((await site.admin.get('/api/endpoints/migration?per_page=100')).status).toBe(200);
  const audits = await site.admin.get(
    `/api/auditlogs?entitytype=asset&entityid=${assetid}&action=endpoints.command.finished&per_page=100`,
  );
  expect(audits.data.map(({ details }: { details: { commandid: number } }) => details.commandid)).toContain(
    plain,
  );
  // 20 newer files remove the old one; then its command is deleted.
  for (let n = 0; n < 20; n++) await done(assetid, agent, 'succeeded', log);
  expect((await logs()).some(({ commandid }: { commandid: number }) => commandid === fetched)).toBe(false);
  await forget();
  expect(await has(fetched)).toBe(false);
  // New commands never reuse the id of a deleted one.
  expect(await queue(assetid)).toBeGreaterThan(fetched);
});

test('the cleanup deletes more than one batch under one audit row and keeps commands with logs', async () => {
  const { assetid, agent } = await newPc('old-4');
  for (let n = 0; n < 130; n++) {
    if (n % 40 === 0) await done(assetid, agent, 'succeeded', log);
    const commandid = await queue(assetid);
    await site.admin.delete(`${COMMANDS}/${commandid}`);
  }
  const before = (await listForgotten()).length;
  await advanceTime(site, 366 * DAY);
  await forget();
  const { data, meta } = await site.admin.get(`${COMMANDS}?assetid=${assetid}&per_page=100`);
  expect(meta.pagination.total).toBe(4);
  expect(new Set(data.map(({ action }: { action: string }) => action))).toEqual(new Set(['collect_log']));
  const [newest, ...others] = await listForgotten();
  expect([newest.count >= 130, others.length]).toEqual([true, before]);
});

test('a retention of 0 keeps all commands and writes no audit row', async () => {
  const { assetid, agent } = await newPc('old-5');
  const commandid = await done(assetid, agent);
  const before = await listForgotten();
  try {
    await keepFor(0);
    await advanceTime(site, 4000 * DAY);
    await forget();
    expect([await has(commandid), await listForgotten()]).toEqual([true, before]);
    for (const value of ['-1', '36501', 'x'])
      expect((await site.admin.put('/api/settings/endpoints_command_days', { value })).status).toBe(400);
    await keepFor(1);
    await forget();
    expect(await has(commandid)).toBe(false);
  } finally {
    await keepFor(365);
  }
});

test('the cleanup starts no batch after the server stops', async () => {
  const { assetid, agent } = await newPc('old-6');
  const commandid = await done(assetid, agent);
  await advanceTime(site, 3 * DAY);
  const old = new CommandCleanup(site.app.host);
  old.end();
  expect([await old.deleteOld(1), await has(commandid)]).toEqual([0, true]);
});

test('the cleanup finds ended commands with an index', () => {
  const plan = site.app.host.db.read((reader) =>
    reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${endedBefore.text()}`, '2', '1', 0, 50),
  );
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH endpointcommands USING (COVERING )?INDEX endpointcommands_finished/),
  ]);
});
