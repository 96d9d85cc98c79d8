import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { type Site, startSite } from '../../../test/support/site.ts';
import {
  createEnrolledPc,
  createPc,
  createTestNonce,
  requestEnrollment,
  setSharedKey,
  TEST_SHARED_KEY,
  withSharedKey,
} from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const inbox = (query = '') => site.admin.get(`/api/endpoints/enrollment?per_page=100${query}`);
const requestFor = async (hostname: string) =>
  (await inbox(`&search=${hostname}`)).data.requests.find(
    (row: { hostname: string }) => row.hostname === hostname,
  );
const stateOf = async (assetid: number) =>
  (await site.admin.get(`/api/endpoints/asset/${assetid}/status`)).data.credentialstate;

test('a registered PC enrolls with the shared key, and its credential identifies it', async () => {
  const assetid = await createPc(site, 'auto-1');
  const { status, data } = await requestEnrollment(
    withSharedKey(site),
    'AUTO-1.plant.example.',
    createTestNonce(),
    'sn-auto-1',
  );
  expect([status, data.state, data.assetid, data.requestid]).toEqual([200, 'enrolled', assetid, null]);
  expect(data.credential).toMatch(/^mw_epc_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/);
  const agent = site.anonymous.with({ 'x-endpoint-credential': data.credential });
  expect((await agent.post('/api/endpoints/checkin', {})).data.assetid).toBe(assetid);
  expect(await stateOf(assetid)).toBe('enrolled');
  expect((await requestEnrollment(agent, 'auto-1')).data).toEqual({
    state: 'enrolled',
    credential: null,
    assetid,
    requestid: null,
  });
});

test('the server answers pending for a missing or wrong key, unknown name, other serial or placeholder', async () => {
  await createPc(site, 'manual-1');
  await createPc(site, 'manual-2', { serialnumber: 'Default string' });
  const before = (await inbox()).data.counts;
  const wrong = site.anonymous.with({ 'x-api-key': 'nobody-knows-this-key' });
  const answers = await Promise.all([
    requestEnrollment(site.anonymous, 'manual-1'),
    requestEnrollment(wrong, 'manual-1b'),
    requestEnrollment(withSharedKey(site), 'nowhere-1'),
    requestEnrollment(withSharedKey(site), 'manual-1', createTestNonce(), 'SN-OTHER'),
    requestEnrollment(withSharedKey(site), 'manual-2', createTestNonce(), 'Default string'),
    requestEnrollment(withSharedKey(site), 'bad name\u202e'),
    requestEnrollment(withSharedKey(site), `ｍanual-1`),
  ]);
  for (const { status, data } of answers)
    expect([status, { ...data, requestid: typeof data.requestid }]).toEqual([
      200,
      { state: 'pending', credential: null, assetid: null, requestid: 'number' },
    ]);
  const { counts } = (await inbox()).data;
  expect(counts.pending).toBeGreaterThanOrEqual(before.pending + 6);
  expect(counts.pendingcomputers).toBe(before.pendingcomputers + 2);
});

test('only the approved nonce gets a credential, again until it is used', async () => {
  const assetid = await createPc(site, 'approve-1');
  const own = createTestNonce();
  const { data: first } = await requestEnrollment(site.anonymous, 'approve-1', own);
  const request = await requestFor('approve-1');
  expect(request).toMatchObject({
    requestid: first.requestid,
    contested: false,
    noncefingerprint: createHash('sha256').update(own).digest('hex').slice(0, 8),
    computer: { assetid, serialmatches: true, enrolled: false },
  });
  const approved = await site.admin.post(`/api/endpoints/enrollment/${first.requestid}/approve`, {});
  expect([approved.status, approved.data.state]).toEqual([200, 'approved']);
  expect((await requestEnrollment(site.anonymous, 'approve-1')).data.state).toBe('pending');
  const fetched = (await requestEnrollment(site.anonymous, 'approve-1', own)).data;
  const again = (await requestEnrollment(site.anonymous, 'approve-1', own)).data;
  expect([fetched.state, again.state]).toEqual(['enrolled', 'enrolled']);
  const agent = (credential: string) => site.anonymous.with({ 'x-endpoint-credential': credential });
  const lost = await agent(fetched.credential).post('/api/endpoints/checkin', {});
  expect([lost.status, lost.error.code]).toEqual([401, 'CREDENTIAL_INVALID']);
  expect((await agent(again.credential).post('/api/endpoints/checkin', {})).status).toBe(200);
  const replay = (await requestEnrollment(site.anonymous, 'approve-1', own)).data;
  expect([replay.state, replay.credential]).toEqual(['approved', null]);
  const twice = await site.admin.post(`/api/endpoints/enrollment/${first.requestid}/approve`, {});
  expect([twice.status, twice.error.code]).toEqual([409, 'CONFLICT']);
});

test('a second nonce makes a request contested, and the approval must name a nonce', async () => {
  await createPc(site, 'contest-1');
  const [real, fake] = [createTestNonce(), createTestNonce()];
  const { requestid } = (await requestEnrollment(site.anonymous, 'contest-1', real)).data;
  expect((await requestEnrollment(site.anonymous, 'contest-1', fake)).data.requestid).toBe(requestid);
  for (let n = 0; n < 8; n++) await requestEnrollment(site.anonymous, 'contest-1');
  const request = await requestFor('contest-1');
  const printOf = (of: string) => createHash('sha256').update(of).digest('hex').slice(0, 8);
  expect([request.contested, request.candidates.length, request.noncefingerprint]).toEqual([
    true,
    5,
    printOf(real),
  ]);
  expect(request.candidates[1].noncefingerprint).toBe(printOf(fake));
  const path = `/api/endpoints/enrollment/${requestid}/approve`;
  for (const body of [{}, { noncefingerprint: '00000000' }]) {
    const refused = await site.admin.post(path, body);
    expect([refused.status, refused.error.code, refused.error.details.field]).toEqual([
      409,
      'CONFLICT',
      'noncefingerprint',
    ]);
  }
  expect(
    (await site.admin.post(path, { noncefingerprint: request.candidates[0].noncefingerprint })).status,
  ).toBe(200);
  expect((await requestEnrollment(site.anonymous, 'contest-1', fake)).data.state).toBe('pending');
  expect((await requestEnrollment(site.anonymous, 'contest-1', real)).data.state).toBe('enrolled');
});

test('anonymous nonces neither displace the nonce of a PC with the shared key nor count as showing the key', async () => {
  const [first, real] = [createTestNonce(), createTestNonce()];
  await requestEnrollment(site.anonymous, 'squat-1', first);
  for (let n = 0; n < 4; n++) await requestEnrollment(site.anonymous, 'squat-1');
  await requestEnrollment(withSharedKey(site), 'squat-1', real);
  const { candidates, noncefingerprint } = await requestFor('squat-1');
  const printOf = (of: string) => createHash('sha256').update(of).digest('hex').slice(0, 8);
  expect(noncefingerprint).toBe(printOf(first));
  expect(candidates).toHaveLength(5);
  expect(candidates[0]).toMatchObject({ noncefingerprint: printOf(first), showedkey: false });
  expect(candidates.filter(({ showedkey }: { showedkey: boolean }) => showedkey)).toMatchObject([
    { noncefingerprint: printOf(real) },
  ]);
  for (let n = 0; n < 3; n++) await requestEnrollment(site.anonymous, 'squat-1');
  expect((await requestFor('squat-1')).candidates).toMatchObject(
    candidates.map(({ noncefingerprint }: { noncefingerprint: string }) => ({ noncefingerprint })),
  );
});

test('a request with the shared key stays pending and shows that the PC is enrolled', async () => {
  const { agent } = await createEnrolledPc(site, 'taken-1');
  expect((await requestEnrollment(withSharedKey(site), 'taken-1')).data.state).toBe('pending');
  expect((await requestFor('taken-1')).computer.enrolled).toBe(true);
  expect((await agent.post('/api/endpoints/checkin', {})).status).toBe(200);
});

test('50 parallel requests for one PC lead to one credential', async () => {
  await createPc(site, 'race-1');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => requestEnrollment(withSharedKey(site), 'race-1')),
  );
  expect(answers.filter(({ data }) => data.credential !== null)).toHaveLength(1);
  expect(answers.filter(({ data }) => data.state === 'pending')).toHaveLength(49);
});

test('a rejected agent gets rejected, its approval returns 409, and another agent may request', async () => {
  const own = createTestNonce();
  const { requestid } = (await requestEnrollment(site.anonymous, 'reject-1', own)).data;
  const path = `/api/endpoints/enrollment/${requestid}`;
  expect((await site.admin.post(`${path}/reject`, { reason: 'not ours' })).data.state).toBe('rejected');
  expect((await requestEnrollment(site.anonymous, 'reject-1', own)).data.state).toBe('rejected');
  expect((await site.admin.post(`${path}/approve`, {})).status).toBe(409);
  expect((await requestEnrollment(site.anonymous, 'reject-1')).data.state).toBe('pending');
});

test('an approval must name the PC when the host name is unknown', async () => {
  const assetid = await createPc(site, 'named-1');
  const own = createTestNonce();
  const { requestid } = (await requestEnrollment(site.anonymous, 'new-name', own)).data;
  const path = `/api/endpoints/enrollment/${requestid}/approve`;
  const refused = await site.admin.post(path, {});
  expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'assetid']);
  expect((await site.admin.post(path, { assetid: 999_999 })).status).toBe(400);
  expect((await site.admin.post(path, { assetid })).data.assetid).toBe(assetid);
  expect((await requestEnrollment(site.anonymous, 'new-name', own)).data.assetid).toBe(assetid);
});

test('a revoked credential returns 401 at once, also for an open poll, and the PC may enroll again', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'revoke-1');
  const openPoll = agent.get('/api/endpoints/commands/next?wait=20');
  await Bun.sleep(100);
  const revoked = await site.admin.post(`/api/endpoints/assets/${assetid}/revoke`, {});
  expect([revoked.status, revoked.data.credentialstate]).toEqual([200, 'notreporting']);
  const ended = await openPoll;
  expect([ended.status, ended.error.code]).toEqual([401, 'CREDENTIAL_INVALID']);
  expect((await agent.post('/api/endpoints/checkin', {})).error.code).toBe('CREDENTIAL_INVALID');
  expect((await requestEnrollment(withSharedKey(site), 'revoke-1')).data.state).toBe('enrolled');
});

test('a blocked PC gets no credential until an admin allows it to enroll', async () => {
  const { assetid } = await createEnrolledPc(site, 'block-1');
  const revoke = { blockreenroll: true, reason: 'stolen' };
  expect(
    (await site.admin.post(`/api/endpoints/assets/${assetid}/revoke`, revoke)).data.credentialstate,
  ).toBe('reenrollblocked');
  expect((await requestEnrollment(withSharedKey(site), 'block-1')).data).toMatchObject({
    state: 'blocked',
    credential: null,
  });
  const own = createTestNonce();
  const { state, requestid } = (await requestEnrollment(site.anonymous, 'block-1', own)).data;
  expect(state).toBe('pending');
  expect((await site.admin.post(`/api/endpoints/enrollment/${requestid}/approve`, {})).status).toBe(409);
  // The PC continues with the shared key.
  expect((await withSharedKey(site).post('/api/endpoints/checkin', { hostname: 'block-1' })).status).toBe(
    200,
  );
  const allowed = await site.admin.post(`/api/endpoints/assets/${assetid}/allow-reenroll`);
  expect([allowed.status, allowed.data.credentialstate]).toEqual([200, 'pending']);
  expect((await requestEnrollment(withSharedKey(site), 'block-1')).data.state).toBe('enrolled');
});

test('the server refuses the shared key for an enrolled PC in each spelling, and two different names', async () => {
  await createEnrolledPc(site, 'own-1');
  await createPc(site, 'own-2');
  for (const hostname of ['own-1', 'OWN-1', 'own-1.plant.example', 'own-1.']) {
    const { status, error } = await withSharedKey(site).post('/api/endpoints/checkin', { hostname });
    expect([hostname, status, error.code]).toEqual([hostname, 401, 'SHARED_KEY_REFUSED']);
  }
  const reply = await withSharedKey(site).post('/api/endpoints/checkin?hostname=own-2', {
    hostname: 'own-1',
  });
  expect(reply.status).toBe(400);
  expect((await withSharedKey(site).post('/api/endpoints/checkin', {})).status).toBe(400);
  expect((await withSharedKey(site).post('/api/endpoints/checkin', { hostname: 'own-2' })).status).toBe(200);
  expect((await withSharedKey(site).post('/api/endpoints/checkin', { hostname: 'own-9' })).status).toBe(404);
});

test('a check-in returns 403 and writes nothing when it names another PC', async () => {
  const { agent } = await createEnrolledPc(site, 'mine-1');
  const other = await createPc(site, 'mine-2');
  for (const path of ['/api/endpoints/checkin', '/api/endpoints/checkin?hostname=mine-2']) {
    const body = path.includes('?') ? {} : { hostname: 'mine-2' };
    const { status, error } = await agent.post(path, body);
    expect([path, status, error.code]).toEqual([path, 403, 'ASSET_MISMATCH']);
  }
  expect((await site.admin.get(`/api/endpoints/asset/${other}/status`)).data.lastcheckin).toBeNull();
});

test('an admin can disable the shared key', async () => {
  await createPc(site, 'off-1');
  await site.admin.put('/api/endpoints/settings', { sharedkeyenabled: false });
  expect((await withSharedKey(site).post('/api/endpoints/checkin', { hostname: 'off-1' })).status).toBe(401);
  expect((await requestEnrollment(withSharedKey(site), 'off-1')).data.state).toBe('pending');
  const { data } = await site.admin.put('/api/endpoints/settings', { sharedkeyenabled: true });
  expect([data.sharedkeyenabled, data.sharedkeyset]).toEqual([true, true]);
});

test('an invalid enrollment returns 400, and no list, audit row or log contains a secret', async () => {
  for (const body of [
    {},
    { hostname: 'x', serialnumber: 'y', nonce: 'short' },
    { hostname: '', serialnumber: 'y', nonce: createTestNonce() },
    { hostname: 'x'.repeat(300), serialnumber: 'y', nonce: createTestNonce() },
  ])
    expect((await site.anonymous.post('/api/endpoints/enroll', body)).status).toBe(400);
  const own = createTestNonce();
  await createPc(site, 'canary-1');
  const { credential } = (await requestEnrollment(withSharedKey(site), 'canary-1', own)).data;
  const rows = await site.admin.get('/api/auditlogs?per_page=100');
  expect(rows.data.map(({ action }: { action: string }) => action)).toContain('endpoints.credential.issued');
  const exposedText = `${(await inbox()).text}${rows.text}${JSON.stringify(site.log)}`;
  for (const secret of [own, credential, TEST_SHARED_KEY]) expect(exposedText).not.toContain(secret);
});

test('the count of pending computers omits a retired PC, and the paging is in meta too', async () => {
  const counts = async () => (await site.admin.get('/api/endpoints/enrollment')).data.counts;
  const before = await counts();
  const { data } = await site.admin.get(`/api/computers/by-asset/${await createPc(site, 'retired-1')}`);
  await site.admin.delete(`/api/computers/${data.computerid}`);
  await requestEnrollment(site.anonymous, 'retired-1');
  expect(await counts()).toEqual({ ...before, pending: before.pending + 1 });
  const { meta, data: inbox } = await site.admin.get('/api/endpoints/enrollment?per_page=1');
  expect(meta.pagination).toEqual(inbox.pagination);
  expect(meta.pagination).toMatchObject({ page: 1, perpage: 1, total: before.pending + 1 });
});

test('the server limits the number of requests and keeps the newest and those with the shared key', async () => {
  const { host } = site.app;
  await requestEnrollment(withSharedKey(site), 'keeper-1');
  host.db.writeUnaudited((tx) => {
    for (let n = 0; n < 5000; n++)
      tx.runUnjournaled(
        "INSERT INTO enrollmentrequests (hostname, serialnumber, createddate, modifieddate) VALUES (?, 'x', '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z')",
        `flood-${n}`,
      );
  });
  try {
    const before = (await inbox()).data.counts.pending;
    for (let n = 0; n < 20; n++) await requestEnrollment(site.anonymous, `late-${n}`);
    expect((await inbox()).data.counts.pending).toBeLessThanOrEqual(before);
    expect(await requestFor('keeper-1')).toBeDefined();
    expect(await requestFor('late-19')).toBeDefined();
  } finally {
    host.db.writeUnaudited((tx) =>
      tx.runUnjournaled("DELETE FROM enrollmentrequests WHERE serialnumber = 'x'"),
    );
  }
});
