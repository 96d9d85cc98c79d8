import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { eventually } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { Polls } from '../commands/polls.ts';
import { advanceTime, createEnrolledPc, createPc, setSharedKey, withSharedKey } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  const all = { policyname: 'All', scope: { hostname: ['free-1', 'free-2', 'script-1'] }, priority: 5 };
  const allowedactions = ['run_script', 'reboot', 'message', 'scheduledtask_run', 'update_app'];
  expect((await site.admin.post('/api/endpoints/policies', { ...all, allowedactions })).status).toBe(201);
});
afterAll(() => site.stop());

const next = '/api/endpoints/commands/next?wait=0';
const commands = (assetid: number) => `/api/endpoints/asset/${assetid}/commands`;
const message = { action: 'message', parameters: { text: 'Coffee is ready.' } };
const queue = async (assetid: number, body: object = message) => {
  const { status, data, text } = await site.admin.post(commands(assetid), body);
  if (status !== 201) throw new Error(text);
  return data.commandid as number;
};
const one = async (assetid: number, commandid: number) =>
  (await site.admin.get(`/api/endpoints/commands?assetid=${assetid}&per_page=100`)).data.find(
    (row: { commandid: number }) => row.commandid === commandid,
  );

test('a command wakes the poll of its PC, is claimed once, and its result is stored', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'wake-1');
  const openPoll = agent.get('/api/endpoints/commands/next?wait=20');
  await Bun.sleep(50);
  const commandid = await queue(assetid);
  const claimed = await openPoll;
  expect([claimed.status, claimed.data]).toEqual([
    200,
    { commandid, ...message, duedate: expect.any(String) },
  ]);
  expect((await one(assetid, commandid)).state).toBe('pending');
  expect((await agent.get(next)).status).toBe(204);
  const path = `/api/endpoints/commands/${commandid}/result`;
  const result = { status: 'succeeded', exitcode: 0, output: 'shown', durationms: 12 };
  expect((await agent.post(path, result)).data).toEqual({ commandid, state: 'succeeded' });
  expect((await agent.post(path, result)).status).toBe(200);
  const other = await agent.post(path, { ...result, output: 'another' });
  expect([other.status, other.error.code]).toEqual([409, 'CONFLICT']);
  expect(await one(assetid, commandid)).toMatchObject({ state: 'succeeded', output: 'shown', exitcode: 0 });
});

test('a PC claims one command at a time when it polls in parallel', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'two-1');
  const first = await queue(assetid);
  const second = await queue(assetid);
  const answers = await Promise.all(Array.from({ length: 20 }, () => agent.get(next)));
  expect(answers.filter(({ status }) => status === 200).map(({ data }) => data.commandid)).toEqual([first]);
  await agent.post(`/api/endpoints/commands/${first}/result`, { status: 'failed', exitcode: 1 });
  expect((await agent.get(next)).data.commandid).toBe(second);
});

test('a result returns 403 for another PC and 409 for an unclaimed command, and changes nothing', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'own-1');
  const { agent: other } = await createEnrolledPc(site, 'own-2');
  const commandid = await queue(assetid);
  await agent.get(next);
  const { status, error } = await other.post(`/api/endpoints/commands/${commandid}/result`, {
    status: 'succeeded',
  });
  expect([status, error.code]).toEqual([403, 'ASSET_MISMATCH']);
  expect((await one(assetid, commandid)).state).toBe('pending');
  const unclaimed = await queue(assetid);
  const early = await agent.post(`/api/endpoints/commands/${unclaimed}/result`, { status: 'succeeded' });
  expect(early.status).toBe(409);
});

test('a command without a result times out, its late result returns 409, and the next command runs', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'late-1');
  const late = await queue(assetid);
  await agent.get(next);
  const waiting = await queue(assetid);
  await advanceTime(site, 16 * 60_000);
  await site.app.host.scheduler.run('endpoints.reap');
  expect(await one(assetid, late)).toMatchObject({ state: 'failed', reason: 'timed out' });
  expect((await agent.post(`/api/endpoints/commands/${late}/result`, { status: 'succeeded' })).status).toBe(
    409,
  );
  expect((await agent.get(next)).data.commandid).toBe(waiting);
});

test('the server cancels a queued command and returns 409 for a claimed one', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'cancel-1');
  const [first, second] = [await queue(assetid), await queue(assetid)];
  await agent.get(next);
  expect((await site.admin.delete(`/api/endpoints/commands/${first}`)).status).toBe(409);
  const { data } = await site.admin.delete(`/api/endpoints/commands/${second}`);
  expect([data.state, data.reason]).toEqual(['failed', 'cancelled']);
  await agent.post(`/api/endpoints/commands/${first}/result`, { status: 'succeeded' });
  expect((await agent.get(next)).status).toBe(204);
});

test('a script command runs the revision that existed when it was queued', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'script-1');
  const made = await site.admin.post('/api/endpoints/scripts', {
    scriptname: 'Clean up',
    body: 'echo one',
    errormode: 'stop',
    timeoutseconds: 5000,
  });
  const { scriptid } = made.data;
  const sha256 = createHash('sha256').update('echo one').digest('hex');
  expect([made.status, made.data.sha256, made.data.revision]).toEqual([201, sha256, 1]);
  const commandid = await queue(assetid, { action: 'run_script', parameters: { scriptid } });
  const changed = await site.admin.put(`/api/endpoints/scripts/${scriptid}`, { body: 'echo two' });
  expect(changed.data.revision).toBe(2);
  const { data } = await agent.get(next);
  expect([data.commandid, data.parameters]).toEqual([
    commandid,
    expect.objectContaining({
      body: 'echo one',
      sha256,
      errormode: 'stop',
      revision: 1,
      captureoutput: true,
    }),
  ]);
  const minutes = (Date.parse(data.duedate) - site.clock.now().getTime()) / 60_000;
  expect(Math.round(minutes * 60)).toBe(5120);
  const revisions = await site.admin.get(`/api/endpoints/scripts/${scriptid}/revisions`);
  expect(revisions.data.map(({ revision }: { revision: number }) => revision).sort()).toEqual([1, 2]);
});

test('an action needs its permission and a policy of the PC that allows it', async () => {
  const free = (await createEnrolledPc(site, 'free-1')).assetid;
  const bound = (await createEnrolledPc(site, 'bound-1')).assetid;
  const { scriptid } = (
    await site.admin.post('/api/endpoints/scripts', { scriptname: 'Hello', body: 'echo' })
  ).data;
  const run = { action: 'run_script', parameters: { scriptid } };
  const task = { action: 'scheduledtask_run', parameters: { taskname: 'Backup' } };
  const reboot = { action: 'reboot' };
  const holders = {
    'endpoints.view': await site.userWith('endpoints.view'),
    'endpoints.corptools': await site.userWith('endpoints.corptools'),
    'endpoints.updateapp': await site.userWith('endpoints.updateapp'),
    'endpoints.runscript': await site.userWith('endpoints.runscript'),
  };
  const cases: [keyof typeof holders, object, number, number][] = [
    ['endpoints.view', message, free, 403],
    ['endpoints.corptools', message, free, 201],
    ['endpoints.updateapp', message, free, 201],
    ['endpoints.runscript', message, bound, 201],
    ['endpoints.corptools', task, free, 201],
    ['endpoints.corptools', task, bound, 403],
    ['endpoints.runscript', task, free, 403],
    ['endpoints.runscript', run, free, 201],
    ['endpoints.runscript', run, bound, 403],
    ['endpoints.updateapp', run, free, 403],
    ['endpoints.runscript', reboot, free, 201],
    ['endpoints.runscript', reboot, bound, 403],
    ['endpoints.corptools', { ...reboot, override: { reason: 'mine' } }, bound, 403],
  ];
  for (const [holder, body, assetid, expected] of cases) {
    const { status } = await holders[holder].post(commands(assetid), body);
    expect([holder, body, status]).toEqual([holder, body, expected]);
  }
});

test('an override of an admin bypasses the policy, locks the PC for an hour and is audited', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'override-1');
  const body = { action: 'reboot', override: { reason: 'It burns.' } };
  const made = await site.admin.post(commands(assetid), body);
  expect([made.status, made.data.isoverride]).toEqual([201, true]);
  const { lock } = (await site.admin.get(`/api/endpoints/asset/${assetid}/status`)).data;
  expect([lock.lockedby, lock.reason]).toEqual(['admin', 'It burns.']);
  const rows = await site.admin.get(`/api/auditlogs?action=endpoints.override.used&entityid=${assetid}`);
  expect(rows.data).toHaveLength(1);
  const plain = await site.admin.post(commands(assetid), message);
  expect([plain.status, plain.error.code]).toEqual([409, 'ENDPOINT_LOCKED']);
  expect((await agent.get(next)).data.commandid).toBe(made.data.commandid);
  await advanceTime(site, 61 * 60_000);
  expect((await site.admin.post(commands(assetid), message)).status).toBe(201);
});

test('a rejected override changes no lock and writes no audit row', async () => {
  const { assetid } = await createEnrolledPc(site, 'override-2');
  const locker = await site.userWith('endpoints.lock', 'endpoints.view');
  const locked = await locker.put(`/api/endpoints/asset/${assetid}/lock`, { reason: 'forensics' });
  expect([locked.status, locked.data.locked]).toEqual([200, true]);
  const rows = () => site.app.host.db.read((reader) => reader.value('SELECT count(*) FROM auditlogs'));
  const before = rows();
  const body = { action: 'reboot', override: { reason: 'now' } };
  const refused = await site.admin.post(commands(assetid), body);
  expect([refused.status, refused.error.code]).toEqual([409, 'ENDPOINT_LOCKED']);
  expect(rows()).toBe(before);
  const { data } = await site.admin.get(`/api/endpoints/asset/${assetid}/status`);
  expect(data.lock.reason).toBe('forensics');
});

test('a locked PC gets no commands, and its queued command is delivered when it is unlocked', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'lock-1');
  const commandid = await queue(assetid);
  const path = `/api/endpoints/asset/${assetid}/lock`;
  await site.admin.put(path, { reason: 'service', minutes: 30 });
  expect((await agent.get(next)).status).toBe(204);
  expect((await site.admin.post(commands(assetid), message)).error.code).toBe('ENDPOINT_LOCKED');
  const openPoll = agent.get('/api/endpoints/commands/next?wait=20');
  await Bun.sleep(50);
  expect((await site.admin.delete(path)).data.locked).toBe(false);
  expect((await openPoll).data.commandid).toBe(commandid);
});

test('a bulk command queues for each allowed PC and lists the PCs it refuses', async () => {
  const first = await createEnrolledPc(site, 'many-1');
  const second = await createEnrolledPc(site, 'many-2');
  await site.admin.put(`/api/endpoints/asset/${second.assetid}/lock`, { reason: 'held' });
  const assetids = [first.assetid, second.assetid];
  const bulk = '/api/endpoints/commands/bulk';
  const { status, data } = await site.admin.post(bulk, { assetids, ...message });
  expect([status, data.queued.length, data.refused]).toEqual([
    201,
    1,
    [expect.objectContaining({ assetid: second.assetid, code: 'ENDPOINT_LOCKED' })],
  ]);
  const scoped = await site.admin.post(bulk, { scope: { hostname: ['MANY-1', 'many-9'] }, ...message });
  expect(scoped.data.queued.map(({ assetid }: { assetid: number }) => assetid)).toEqual([first.assetid]);
  for (const body of [{}, { assetids, scope: {} }, { assetids: [first.assetid, 999_999] }])
    expect((await site.admin.post(bulk, { ...body, ...message })).status).toBe(400);
  expect((await first.agent.get(next)).status).toBe(200);
});

test('a bulk command counts the queued PCs whose agent never checked in', async () => {
  const heard = await createEnrolledPc(site, 'heard-1');
  await heard.agent.post('/api/endpoints/checkin', { agentversion: '0.1.0' });
  const bare: number[] = [];
  for (const hostname of ['bare-1', 'bare-2', 'bare-3'])
    bare.push((await site.admin.post('/api/computers', { assetnumber: hostname, hostname })).data.assetid);
  await site.admin.put(`/api/endpoints/asset/${bare[2]}/lock`, { reason: 'held' });
  const bulk = (where: object) => site.admin.post('/api/endpoints/commands/bulk', { ...where, ...message });
  // The count does not include refused PCs.
  const named = await bulk({ assetids: [heard.assetid, ...bare] });
  expect([named.data.queued.length, named.data.refused.length, named.data.unheard]).toEqual([3, 1, 2]);
  const scoped = await bulk({ scope: { hostname: ['heard-1', 'bare-1'] } });
  expect([scoped.data.queued.length, scoped.data.unheard]).toEqual([2, 1]);
});

test('a log command needs a recent agent, ignores the policy and rejects protected paths', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'logs-1');
  const collect = (path: string) =>
    site.admin.post(commands(assetid), { action: 'collect_log', parameters: { path } });
  expect((await collect('C:\\Logs\\line.log')).status).toBe(409);
  await agent.post('/api/endpoints/checkin', { agentversion: '0.0.9' });
  expect((await collect('C:\\Logs\\line.log')).status).toBe(409);
  await agent.post('/api/endpoints/checkin', { agentversion: '0.10.0' });
  expect((await collect('C:\\Logs\\line.log')).status).toBe(201);
  const refused = await collect('C:\\Windows\\Panther\\unattend.xml');
  expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'parameters.path']);
});

test('invalid parameters return 400, and an unknown PC returns 404', async () => {
  const assetid = await createPc(site, 'wrong-1');
  for (const body of [
    { action: 'message' },
    { action: 'message', parameters: { message: 'x' } },
    { action: 'fly' },
    { action: 'update_app', parameters: { appid: 999_999, appversionid: 1 } },
  ]) {
    const { status, error } = await site.admin.post(commands(assetid), body);
    expect([body, status, error.code]).toEqual([body, 400, 'VALIDATION_ERROR']);
  }
  expect((await site.admin.post(commands(999_999), message)).status).toBe(404);
});

test('a command drops unknown parameters, and the error names a missing one', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'more-1');
  const missing = await site.admin.post(commands(assetid), {
    action: 'message',
    parameters: { message: 'Coffee is ready.' },
  });
  expect(missing.error.details.issues).toEqual([{ path: 'parameters.text', message: 'This is required.' }]);
  const more = { ...message, parameters: { text: ' Coffee is ready. ', more: 1 } };
  const { data } = await site.admin.post(commands(assetid), more);
  expect(data.parameters).toEqual(message.parameters);
  expect((await agent.get(next)).data.parameters).toEqual(message.parameters);
});

test('the activity and the command list hide the requester when the caller may not issue commands', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'seen-1');
  await queue(assetid);
  const { data } = await agent.get(next);
  await agent.post(`/api/endpoints/commands/${data.commandid}/result`, { status: 'failed', output: 'no' });
  const events = [{ time: '2026-01-01T00:00:00.000Z', level: 'warning', source: 'disk', message: 'slow' }];
  await agent.post('/api/endpoints/checkin', { events });
  const viewer = await site.userWith('endpoints.view');
  const path = `/api/endpoints/asset/${assetid}/activity`;
  const [seen, all] = [(await viewer.get(path)).data, (await site.admin.get(path)).data];
  expect(all.map(({ kind }: { kind: string }) => kind)).toEqual(['command', 'event']);
  expect([all[0].requester, all[0].critical, seen[0].requester]).toEqual(['admin', true, null]);
  expect((await viewer.get(`/api/endpoints/commands?assetid=${assetid}`)).data[0].username).toBeNull();
});

test('an open poll ends with 204 when the server stops', async () => {
  const own = await startSite();
  await setSharedKey(own);
  await createPc(own, 'stop-1');
  const openPoll = withSharedKey(own).get('/api/endpoints/commands/next?wait=25&hostname=stop-1');
  await Bun.sleep(100);
  const stopped = own.stop();
  expect((await openPoll).status).toBe(204);
  await stopped;
});

test('two agents with one credential get a command once, and the activity warns of them', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'twins-1');
  const poll = () => agent.get('/api/endpoints/commands/next?wait=20');
  const polls = site.app.host.getInstance(Polls);
  const before = polls.size;
  let openPoll = poll();
  await eventually(() => polls.size > before, 'the first poll is waiting');
  for (let n = 0; n < 5; n++) {
    const taking = poll();
    // This poll ends when the next one replaces it.
    expect((await openPoll).status).toBe(204);
    openPoll = taking;
  }
  const commandid = await queue(assetid);
  expect((await openPoll).data.commandid).toBe(commandid);
  const { data } = await site.admin.get(`/api/endpoints/asset/${assetid}/activity`);
  expect(data.filter(({ title }: { title: string }) => title === 'two agents')).toHaveLength(1);
});

test('a queued command is not delivered after a week, also before the cleanup job runs', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'week-1');
  const old = await queue(assetid);
  await advanceTime(site, 7 * 24 * 3_600_000 + 1000);
  expect((await agent.get(next)).status).toBe(204);
  const fresh = await queue(assetid);
  expect((await agent.get(next)).data.commandid).toBe(fresh);
  expect((await one(assetid, old)).state).toBe('queued');
});

test('the command list returns 403 for a requester filter when the caller may not see requesters', async () => {
  const reader = await site.userWith('endpoints.view');
  const { data: me } = await site.admin.get('/api/auth/me');
  const reply = await reader.get(`/api/endpoints/commands?userid=${me.userid}`);
  expect([reply.status, reply.error.code]).toEqual([403, 'FORBIDDEN']);
  expect((await site.admin.get(`/api/endpoints/commands?userid=${me.userid}`)).status).toBe(200);
});

test('the audit log records the result of a command once, with the PC as its author and without output', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'came-1');
  const commandid = await queue(assetid);
  await agent.get(next);
  const result = { status: 'failed', exitcode: 3, output: 'what it printed' };
  await agent.post(`/api/endpoints/commands/${commandid}/result`, result);
  await agent.post(`/api/endpoints/commands/${commandid}/result`, result);
  const { data } = await site.admin.get(
    `/api/auditlogs?action=endpoints.command.finished&entityid=${assetid}`,
  );
  const details = { commandid, action: 'message', state: 'failed', exitcode: 3 };
  expect(data).toMatchObject([{ entitytype: 'asset', username: 'came-1', details }]);
  expect(JSON.stringify(data)).not.toContain('what it printed');
});
