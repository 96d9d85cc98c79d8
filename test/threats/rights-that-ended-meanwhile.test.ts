import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ARGON2ID } from '../../src/runtime/argon2id.ts';
import { openRaw, requestHead } from '../runtime/raw.ts';
import type { Client } from '../support/client.ts';
import { HOUR } from '../support/clock.ts';
import { eventually } from '../support/receivers.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  // Passwords only queue when a hash takes realistic time.
  site = await startSite({ hashCost: ARGON2ID });
});
afterAll(() => site.stop());
/** Resets the clock after a test that advanced it, so that the session of the admin is valid again. */
let moved = 0;
afterEach(() => {
  site.clock.advance(-moved);
  moved = 0;
});

interface HeldRequest {
  method: string;
  path: string;
  type: string;
  body: string;
}

/** Sends a request except for its last byte, waits for `end`, then sends that byte. Returns the status. */
async function whileItEnds(
  client: Client,
  { method, path, type, body }: HeldRequest,
  end: () => Promise<unknown>,
): Promise<number> {
  const first = requestHead(
    `${method} ${path}`,
    `Authorization: ${client.headers.authorization}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  );
  const { until, socket } = await openRaw(Number(new URL(site.url).port), first + body.slice(0, -1));
  // Time to authorize the request, and for the period in which the authorization is not checked again.
  await sleep(200);
  await end();
  socket.write(body.slice(-1));
  const answer = await until('\r\n\r\n');
  socket.destroy();
  return Number(answer.slice(9, 12));
}

const json = (method: string, path: string, body: object): HeldRequest => ({
  method,
  path,
  type: 'application/json',
  body: JSON.stringify(body),
});
const asset = (assetnumber: string) => json('POST', '/api/assets', { assetnumber, assettypeid: 3 });
const csv = (name: string): HeldRequest => ({
  method: 'POST',
  path: '/api/imports',
  type: 'multipart/form-data; boundary=x',
  body: [
    ...['--x', 'Content-Disposition: form-data; name="target"', '', 'Phone'],
    ...['--x', 'Content-Disposition: form-data; name="dryrun"', '', 'false'],
    ...['--x', 'Content-Disposition: form-data; name="mapping"', '', '{"Number":"assetnumber"}'],
    ...['--x', 'Content-Disposition: form-data; name="file"; filename="a.csv"', 'Content-Type: text/csv'],
    ...['', `Number\n${name}\n`, '--x--', ''],
  ].join('\r\n'),
});
const countFound = async (name: string) => (await site.admin.get(`/api/assets?search=${name}`)).data.length;

test('a request returns 401 and changes nothing when the account is disabled during its body', async () => {
  for (const [name, sent] of [
    ['LATE-1', asset('LATE-1')],
    ['LATE-2', csv('LATE-2')],
  ] as const) {
    const user = await site.userWith('assets.create', 'assets.edit');
    const { userid } = (await user.get('/api/auth/me')).data;
    const status = await whileItEnds(user, sent, () =>
      site.admin.put(`/api/users/${userid}`, { isactive: false }),
    );
    expect([name, status, await countFound(name)]).toEqual([name, 401, 0]);
  }
});

test('a request returns 403 when the caller loses the permission during its body', async () => {
  const user = await site.userWith('assets.create');
  const { userid } = (await user.get('/api/auth/me')).data;
  const nothing = async () => undefined;
  expect(await whileItEnds(user, asset('SAME-1'), nothing)).toBe(201);
  const status = await whileItEnds(user, asset('LESS-1'), () =>
    site.admin.put(`/api/users/${userid}`, { roles: [] }),
  );
  expect([status, await countFound('LESS-1')]).toEqual([403, 0]);
});

test('a session that expires during a body is accepted, and a revoked one returns 401', async () => {
  const user = await site.userWith('assets.create');
  const { userid, username } = (await user.get('/api/auth/me')).data;
  const runsOut = async () => {
    site.clock.advance(2 * HOUR);
    moved += 2 * HOUR;
  };
  expect(await whileItEnds(user, asset('RAN-OUT'), runsOut)).toBe(201);
  expect((await user.get('/api/auth/me')).status).toBe(401);
  const again = await site.anonymous.signIn(username, PASSWORD);
  const admin = await site.anonymous.signIn('admin', PASSWORD);
  const ends = async () => {
    expect((await admin.put(`/api/users/${userid}`, { isactive: false })).status).toBe(200);
    await runsOut();
  };
  expect(await whileItEnds(again, asset('ENDED'), ends)).toBe(401);
  expect((await site.anonymous.get('/api/assets?search=ENDED')).data).toEqual([]);
});

async function otherAdmin(username: string): Promise<{ client: Client; userid: number }> {
  const roles = (await site.admin.get('/api/auth/me')).data.roles.map(
    ({ roleid }: { roleid: number }) => roleid,
  );
  const body = { username, email: `${username}@plant.example`, password: PASSWORD, roles };
  const { data } = await site.admin.post('/api/users', {
    ...body,
    mustchangepassword: false,
    sendwelcome: false,
  });
  return { client: await site.anonymous.signIn(username, PASSWORD), userid: data.userid };
}

test('queued user creations are refused when the admin is disabled meanwhile', async () => {
  const { client, userid } = await otherAdmin('leaving');
  const refused = Promise.withResolvers<void>();
  const waiting = Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const person = { username: `friend-${n}`, email: `friend-${n}@plant.example`, password: PASSWORD };
      const answer = await client.post('/api/users', { ...person, sendwelcome: false });
      if (answer.status === 401) refused.resolve();
      return answer;
    }),
  );
  const friends = async () =>
    ((await site.admin.get('/api/users')).data as { username: string }[]).filter(({ username }) =>
      username.startsWith('friend-'),
    ).length;
  await eventually(async () => (await friends()) > 0, 'the first user is created', 1);
  expect((await site.admin.put(`/api/users/${userid}`, { isactive: false })).status).toBe(200);
  // A request that was authorized just before may still succeed. After the first rejection, none does.
  await refused.promise;
  const made = await friends();
  const statuses = (await waiting).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201, 401]));
  expect([await friends(), statuses.filter((status) => status === 201).length]).toEqual([made, made]);
});

test('an import is aborted and rolled back when its user loses the permission', async () => {
  const user = await site.userWith('assets.create', 'assets.edit');
  const { userid } = (await user.get('/api/auth/me')).data;
  const rows = Array.from({ length: 1000 }, (_, n) => `CUT-${n}`).join('\n');
  const form = new FormData();
  form.set('file', new File([`assetnumber\n${rows}\n`], 'cut.csv'));
  form.set('target', 'Phone');
  form.set('dryrun', 'false');
  const work = user.upload('/api/imports', form);
  await eventually(async () => (await countFound('CUT-')) > 0, 'the import creates assets', 1);
  expect((await site.admin.put(`/api/users/${userid}`, { roles: [] })).status).toBe(200);
  expect([(await work).status, await countFound('CUT-')]).toEqual([403, 0]);
});
