import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { Polls } from '../../plugins/endpoints/commands/polls.ts';
import { createTestNonce, requestEnrollment, setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import type { Client, ClientResponse } from '../support/client.ts';
import { eventually } from '../support/receivers.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

interface Pc {
  assetid: number;
  serialnumber: string;
  agent: Client;
}

let site: Site;
let made = 0;
let name: string;
let older: Pc;
let newer: Pc;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
beforeEach(async () => {
  name = `twin-${++made}`;
  older = await recordOf('old');
  newer = await recordOf('new');
});
afterAll(() => site.stop());

/**
 * Creates a record of a PC with this name by a report. The first such record gets the host name. The PC is
 * not enrolled.
 */
async function recordOf(which: string): Promise<Pc> {
  const serialnumber = `SN-${which}-${made}`;
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const { data } = await collector.post('/api/collector/computers', { hostname: name, serialnumber });
  return { assetid: data.assetid, serialnumber, agent: site.anonymous };
}

/** Approves the PC as a record and fetches the credential as its agent. */
async function letIn({ serialnumber }: Pc, assetid: number): Promise<Client> {
  const own = createTestNonce();
  const { requestid } = (await requestEnrollment(site.anonymous, name, own, serialnumber)).data;
  const approved = await site.admin.post(`/api/endpoints/enrollment/${requestid}/approve`, { assetid });
  expect([approved.status, approved.error]).toEqual([200, undefined]);
  const { credential } = (await requestEnrollment(site.anonymous, name, own, serialnumber)).data;
  return site.anonymous.with({ 'x-endpoint-credential': credential });
}

async function decide(body: object = { same: true }, who = site.admin): Promise<ClientResponse> {
  const { data } = await site.admin.get('/api/assets/collisions?per_page=100');
  const { collisionid } = data.find((row: { assets: { assetid: number }[] }) =>
    row.assets.some(({ assetid }) => assetid === newer.assetid),
  );
  return who.post(`/api/assets/collisions/${collisionid}/decide`, body);
}

const lastOf = async (action: string): Promise<number> =>
  (await site.admin.get(`/api/auditlogs?action=${action}&per_page=1`)).data[0].auditlogid;
const undo = async (action = 'catalog.collision.decided') =>
  site.admin.post(`/api/auditlogs/${await lastOf(action)}/undo`, {});
const merge = async () => expect((await decide()).status).toBe(200);
const split = async () => expect((await undo()).status).toBe(200);

const checkIn = async (agent: Client) => {
  const { status, data } = await agent.post('/api/endpoints/checkin', {});
  return status === 200 ? data.assetid : status;
};
const queue = async (assetid: number): Promise<number> =>
  (
    await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, {
      action: 'message',
      parameters: { text: 'x' },
    })
  ).data.commandid;
const fetchCommandid = async (agent: Client) =>
  (await agent.get('/api/endpoints/commands/next?wait=0')).data?.commandid;
const revoke = async (assetid: number) =>
  (await site.admin.post(`/api/endpoints/assets/${assetid}/revoke`, {})).status;
const lockedOf = async ({ assetid }: Pc) =>
  site.app.host.db.read(
    (reader) => reader.get('SELECT 1 FROM endpointlocks WHERE assetid = ?', assetid) !== undefined,
  );

test('an undo returns a moved credential to its record, and it fetches no command of the other', async () => {
  newer.agent = await letIn(newer, newer.assetid);
  expect(await checkIn(newer.agent)).toBe(newer.assetid);
  await merge();
  expect(await checkIn(newer.agent)).toBe(older.assetid);
  await split();
  expect(await checkIn(newer.agent)).toBe(newer.assetid);
  const own = await newer.agent.post('/api/collector/computers', {
    hostname: name,
    serialnumber: newer.serialnumber,
  });
  expect([own.status, own.data?.assetid]).toEqual([200, newer.assetid]);
  const [others, its] = [await queue(older.assetid), await queue(newer.assetid)];
  expect([await fetchCommandid(newer.agent), await fetchCommandid(newer.agent)]).toEqual([its, undefined]);
  const command = (await site.admin.get(`/api/endpoints/commands/${others}`)).data;
  expect(command).toMatchObject({ assetid: older.assetid, state: 'queued' });
});

test('an undo restores the revoked credential, the lock and the queued commands of a record', async () => {
  older.agent = await letIn(older, older.assetid);
  newer.agent = await letIn(newer, newer.assetid);
  const [first, second] = [await queue(older.assetid), await queue(newer.assetid)];
  expect(
    (await site.admin.put(`/api/endpoints/asset/${newer.assetid}/lock`, { reason: 'at work' })).status,
  ).toBe(200);
  expect([await checkIn(older.agent), await checkIn(newer.agent)]).toEqual([older.assetid, newer.assetid]);
  const preview = await decide({ same: true, dryrun: true });
  expect(preview.data.moved).toMatchObject({ credentialsended: 1, commandsended: 1, commands: 1, locks: 1 });
  expect([await checkIn(older.agent), await checkIn(newer.agent)]).toEqual([older.assetid, newer.assetid]);
  expect((await decide()).data.moved).toEqual(preview.data.moved);
  expect([await checkIn(older.agent), await checkIn(newer.agent)]).toEqual([older.assetid, 401]);
  expect(await lockedOf(older)).toBe(true);
  await split();
  expect([await checkIn(older.agent), await checkIn(newer.agent)]).toEqual([older.assetid, newer.assetid]);
  expect([await lockedOf(older), await lockedOf(newer)]).toEqual([false, true]);
  expect(await fetchCommandid(newer.agent)).toBeUndefined();
  await site.admin.delete(`/api/endpoints/asset/${newer.assetid}/lock`);
  expect([await fetchCommandid(older.agent), await fetchCommandid(newer.agent)]).toEqual([first, second]);
});

test('an undo does not restore a credential that was revoked since the merge', async () => {
  newer.agent = await letIn(newer, newer.assetid);
  await merge();
  expect(await revoke(older.assetid)).toBe(200);
  await split();
  expect(await checkIn(newer.agent)).toBe(401);
  newer.agent = await letIn(newer, newer.assetid);
  older.agent = await letIn(older, older.assetid);
  expect((await undo('audit.change.undone')).status).toBe(200);
  expect([await checkIn(older.agent), await checkIn(newer.agent)]).toEqual([older.assetid, 401]);
  expect(await revoke(older.assetid)).toBe(200);
  expect((await undo('audit.change.undone')).status).toBe(200);
  expect([await checkIn(older.agent), await checkIn(newer.agent)]).toEqual([401, 401]);
});

test('a user can revoke a superseded credential by the record that it was issued for', async () => {
  older.agent = await letIn(older, older.assetid);
  newer.agent = await letIn(newer, newer.assetid);
  await merge();
  expect([await revoke(newer.assetid), await revoke(newer.assetid)]).toEqual([200, 409]);
  await split();
  expect([await checkIn(older.agent), await checkIn(newer.agent)]).toEqual([older.assetid, 401]);
});

test('a credential issued after the merge moves to its own record on undo and matches no other', async () => {
  older.agent = await letIn(older, older.assetid);
  newer.agent = await letIn(newer, newer.assetid);
  await merge();
  newer.agent = await letIn(newer, older.assetid);
  expect([await checkIn(older.agent), await checkIn(newer.agent)]).toEqual([401, older.assetid]);
  await split();
  expect([await checkIn(older.agent), await checkIn(newer.agent)]).toEqual([401, newer.assetid]);
});

test('an undo returns an unused approval to its own record', async () => {
  const own = createTestNonce();
  const { requestid } = (await requestEnrollment(site.anonymous, name, own, newer.serialnumber)).data;
  await site.admin.post(`/api/endpoints/enrollment/${requestid}/approve`, { assetid: newer.assetid });
  await merge();
  await split();
  expect((await requestEnrollment(site.anonymous, name, own, newer.serialnumber)).data.assetid).toBe(
    newer.assetid,
  );
});

test('a pending poll fetches no command of the other record after the undo', async () => {
  newer.agent = await letIn(newer, newer.assetid);
  await merge();
  const poll = newer.agent.get('/api/endpoints/commands/next?wait=25');
  await eventually(() => site.app.host.getInstance(Polls).size === 1, 'the poll is open');
  await split();
  const commandid = await queue(older.assetid);
  expect((await poll).status).toBe(204);
  expect((await site.admin.get(`/api/endpoints/commands/${commandid}`)).data.state).toBe('queued');
});

test('an undo fails a command of the other record that the agent fetched after the merge', async () => {
  newer.agent = await letIn(newer, newer.assetid);
  await merge();
  const commandid = await queue(older.assetid);
  expect(await fetchCommandid(newer.agent)).toBe(commandid);
  await split();
  const result = await newer.agent.post(`/api/endpoints/commands/${commandid}/result`, {
    status: 'succeeded',
  });
  expect(result.error.code).toBe('ASSET_MISMATCH');
  const command = (await site.admin.get(`/api/endpoints/commands/${commandid}`)).data;
  expect(command).toMatchObject({ assetid: older.assetid, state: 'failed' });
});

test('the audit log contains no credential hash after a merge and its undo', async () => {
  older.agent = await letIn(older, older.assetid);
  newer.agent = await letIn(newer, newer.assetid);
  const hashes = () =>
    site.app.host.db.read((reader) =>
      reader.all<{ secrethash: string }>('SELECT secrethash FROM endpointcredentials'),
    );
  const before = hashes();
  await merge();
  await split();
  expect(hashes().toSorted()).toEqual(before.toSorted());
  const log = site.app.host.db.read((reader) =>
    JSON.stringify([reader.all('SELECT * FROM auditlogs'), reader.all('SELECT * FROM auditjournal')]),
  );
  for (const { secrethash } of before) expect(log).not.toContain(secrethash);
});

test('the server returns 409 to an undo when the remaining record was merged into another one', async () => {
  newer.agent = await letIn(newer, newer.assetid);
  await merge();
  const decided = await lastOf('catalog.collision.decided');
  const oldest = (
    await site.admin.post('/api/computers', { assetnumber: `FIRST-${made}`, hostname: `first-${made}` })
  ).data.assetid;
  const { value: collisionid } = site.app.host.db.transact(
    createSystemContext(),
    'catalog.collision.noted',
    (tx) => {
      const id = tx.insert('assetcollisions', {
        olderassetid: oldest,
        newerassetid: older.assetid,
        reason: 'Both are called alike.',
      });
      tx.audit({ entitytype: 'collision', entityid: id });
      return id;
    },
  );
  expect((await site.admin.post(`/api/assets/collisions/${collisionid}/decide`, { same: true })).status).toBe(
    200,
  );
  expect(await checkIn(newer.agent)).toBe(oldest);
  const refused = await site.admin.post(`/api/auditlogs/${decided}/undo`, {});
  expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
  await split();
  expect(await checkIn(newer.agent)).toBe(older.assetid);
  expect((await site.admin.post(`/api/auditlogs/${decided}/undo`, {})).status).toBe(200);
  expect(await checkIn(newer.agent)).toBe(newer.assetid);
});

test('a caller with assets.edit cannot merge records or undo a merge when one has an agent', async () => {
  const editor = await site.userWith('assets.view', 'assets.edit');
  newer.agent = await letIn(newer, newer.assetid);
  for (const body of [{ same: true, dryrun: true }, { same: true }]) {
    const { status, error } = await decide(body, editor);
    expect([status, error.code]).toEqual([403, 'FORBIDDEN']);
  }
  expect(await checkIn(newer.agent)).toBe(newer.assetid);
  await merge();
  const last = await lastOf('catalog.collision.decided');
  expect((await editor.post(`/api/auditlogs/${last}/undo`, {})).status).toBe(403);
  expect(await checkIn(newer.agent)).toBe(older.assetid);
});

test('a caller with assets.edit cannot merge records when one has an unused approval', async () => {
  const editor = await site.userWith('assets.view', 'assets.edit');
  const { requestid } = (await requestEnrollment(site.anonymous, name, createTestNonce(), newer.serialnumber))
    .data;
  const body = { assetid: newer.assetid };
  expect((await site.admin.post(`/api/endpoints/enrollment/${requestid}/approve`, body)).status).toBe(200);
  const { status, error } = await decide({ same: true }, editor);
  expect([status, error.code]).toEqual([403, 'FORBIDDEN']);
  await merge();
  const last = await lastOf('catalog.collision.decided');
  expect((await editor.post(`/api/auditlogs/${last}/undo`, {})).status).toBe(403);
});

test('a caller with assets.edit cannot restore a credential by undoing a merge', async () => {
  const editor = await site.userWith('assets.view', 'assets.edit');
  newer.agent = await letIn(newer, newer.assetid);
  const block = { blockreenroll: true, reason: 'stolen' };
  expect((await site.admin.post(`/api/endpoints/assets/${older.assetid}/revoke`, block)).status).toBe(200);
  await merge();
  const allow = await site.admin.post(`/api/endpoints/assets/${older.assetid}/allow-reenroll`, {});
  expect(allow.status).toBe(200);
  const last = await lastOf('catalog.collision.decided');
  expect((await editor.post(`/api/auditlogs/${last}/undo`, {})).status).toBe(403);
  expect(await checkIn(newer.agent)).toBe(401);
  await split();
  expect(await checkIn(newer.agent)).toBe(newer.assetid);
});

test('a caller with assets.edit can merge two PCs without agents', async () => {
  const editor = await site.userWith('assets.view', 'assets.edit');
  expect((await decide({ same: true }, editor)).status).toBe(200);
});

test('a merge with a blocked PC revokes the credential of the other record until its undo', async () => {
  newer.agent = await letIn(newer, newer.assetid);
  const block = { blockreenroll: true, reason: 'stolen' };
  expect((await site.admin.post(`/api/endpoints/assets/${older.assetid}/revoke`, block)).status).toBe(200);
  expect((await decide()).data.moved).toMatchObject({ credentialsended: 1 });
  expect(await checkIn(newer.agent)).toBe(401);
  await split();
  expect(await checkIn(newer.agent)).toBe(newer.assetid);
});
