import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { createSystemContext } from '../../../src/kit/data/tx.ts';
import {
  describeCertificate,
  generateCertificate,
  loadCertificate,
  saveCertificate,
} from '../../../src/kit/tls/certificate.ts';
import { DAY, MINUTE } from '../../../test/support/clock.ts';
import { eventually, startMailServer } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { advanceTime, createEnrolledPc, setSharedKey } from './pcs.ts';

const PATH = '/api/endpoints/settings/server-cert';
const names = { commonname: 'plant-server', sans: ['localhost', '127.0.0.1'] };

let site: Site;
beforeAll(async () => {
  site = await startSite({ config: { tls: true } });
  await setSharedKey(site);
});
afterAll(() => site.stop());
// Removes the announced certificate of a failed test.
afterEach(() => site.admin.delete(`${PATH}/next`));

/** Returns the certificate that a new connection gets. */
function readServedCertificate(of = site): Promise<{ thumbprint: string; spkipin: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port: Number(new URL(of.url).port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
    });
    socket.once('error', reject).once('secureConnect', () => {
      resolve(describeCertificate(new X509Certificate(socket.getPeerCertificate().raw).toString()));
      socket.destroy();
    });
  });
}
const view = async (of = site) => (await of.admin.get(PATH)).data;
const pins = async (agent: Site['admin']) => (await agent.post('/api/endpoints/checkin', {})).data.serverpins;
const readAudits = async (action: string) => (await site.admin.get(`/api/auditlogs?action=${action}`)).data;
const uploadOf = ({ cert, key }: { cert: string; key: string }, more: object = {}) =>
  site.admin.post(`${PATH}/upload`, { certificate: cert, key, ...more });

test('the details describe the served certificate with its pin, thumbprint and days left', async () => {
  const own = await startSite({ config: { tls: true } });
  try {
    const data = await view(own);
    const pem = readFileSync(join(own.data, 'certs/server.pem'), 'utf8');
    const expected = describeCertificate(pem);
    expect(data).toMatchObject({ ...expected, served: true, next: null });
    expect(data.thumbprint).toMatch(/^[0-9A-F]{40}$/);
    expect(Buffer.from(data.spkipin, 'base64')).toHaveLength(32);
    expect(data).toMatchObject({ selfsigned: true, daystoexpiry: 823 });
    expect(await readServedCertificate(own)).toMatchObject({
      thumbprint: data.thumbprint,
      spkipin: data.spkipin,
    });
  } finally {
    await own.stop();
  }
});

test('the certificate routes return 401 to anonymous callers and 403 to users without the admin role', async () => {
  const someone = await site.userWith('endpoints.view', 'settings.edit');
  for (const [method, path] of [
    ['GET', PATH],
    ['POST', `${PATH}/generate`],
    ['POST', `${PATH}/upload`],
    ['POST', `${PATH}/activate`],
    ['DELETE', `${PATH}/next`],
  ] as const) {
    expect([
      path,
      (await site.anonymous.send(method, path, method === 'POST' ? names : undefined)).status,
    ]).toEqual([path, 401]);
    expect([path, (await someone.send(method, path, method === 'POST' ? names : undefined)).status]).toEqual([
      path,
      403,
    ]);
  }
});

test('the server uses a new certificate at once, keeps a backup, and agents get the new pin', async () => {
  const { agent } = await createEnrolledPc(site, 'pinned-1');
  const before = await view();
  expect(await pins(agent)).toEqual([before.spkipin]);
  const { status, data, text } = await site.admin.post(`${PATH}/generate`, { ...names, validitydays: 90 });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    commonname: 'plant-server',
    sans: ['plant-server', 'localhost', '127.0.0.1'],
  });
  expect([data.selfsigned, data.daystoexpiry]).toEqual([true, 88]);
  expect(data.spkipin).not.toBe(before.spkipin);
  expect(await readServedCertificate()).toMatchObject({ thumbprint: data.thumbprint });
  expect(await pins(agent)).toEqual([data.spkipin]);
  expect(text).not.toContain('PRIVATE');
  const [row] = await readAudits('endpoints.server_cert.generated');
  const archivedPem = readFileSync(join(site.data, 'certs', row.details.backup), 'utf8');
  expect(describeCertificate(archivedPem).thumbprint).toBe(before.thumbprint);
  expect(row).toMatchObject({
    username: 'admin',
    details: { thumbprint: data.thumbprint, spkipin: data.spkipin },
  });
});

test('a new certificate with the same key has the same pin', async () => {
  const before = await view();
  const { data } = await site.admin.post(`${PATH}/generate`, { ...names, keepkey: true });
  expect(data.spkipin).toBe(before.spkipin);
  expect(data.thumbprint).not.toBe(before.thumbprint);
  expect(await readServedCertificate()).toMatchObject({ thumbprint: data.thumbprint });
});

test('a certificate contains its name unchanged when it has special characters of a distinguished name', async () => {
  for (const commonname of ['#aabbcc', 'a, b=c + "d"', 'Werk Süd']) {
    const made = await describeOf(commonname);
    expect([made.commonname, made.issuer]).toEqual([commonname, commonname]);
  }
});

const describeOf = async (commonname: string) =>
  describeCertificate((await generateCertificate({ commonname, sans: ['localhost'] })).cert);

test('the server rejects an invalid certificate request and names the field', async () => {
  const before = await view();
  for (const [field, input] of [
    ['commonname', { ...names, commonname: '' }],
    ['commonname', { ...names, commonname: 'x'.repeat(65) }],
    ['sans.0', { ...names, sans: [''] }],
    ['sans', { ...names, sans: ['two words'] }],
    ['sans', { commonname: 'Not a host', sans: [] }],
    ['validitydays', { ...names, validitydays: 826 }],
    ['validitydays', { ...names, validitydays: 0 }],
    ['announceminutes', { ...names, announceminutes: 10_081 }],
    ['announceminutes', { ...names, announceminutes: -1 }],
    ['announceminutes', { ...names, validitydays: 1, announceminutes: 10_080 }],
  ] as const) {
    const { status, error } = await site.admin.post(`${PATH}/generate`, input);
    expect([field, status, error?.details?.issues?.[0]?.path]).toEqual([field, 400, field]);
  }
  expect(await view()).toEqual(before);
});

test('the server accepts an upload as JSON, as form texts and as form files', async () => {
  const made = await Promise.all([1, 2, 3].map(() => generateCertificate(names, site.clock.now())));
  const file = (text: string, name: string) => new File([text], name, { type: 'application/x-pem-file' });
  const [texts, files] = [new FormData(), new FormData()];
  texts.set('certificate', made[1]!.cert);
  texts.set('key', made[1]!.key);
  texts.set('announceminutes', '0');
  files.set('certificate', file(made[2]!.cert, 'server.crt'));
  files.set('key', file(made[2]!.key, 'server.key'));
  const sends = [
    () => uploadOf(made[0]!),
    () => site.admin.upload(`${PATH}/upload`, texts),
    () => site.admin.upload(`${PATH}/upload`, files),
  ];
  for (const [at, send] of sends.entries()) {
    const { status, data } = await send();
    expect([at, status]).toEqual([at, 200]);
    expect(data.thumbprint).toBe(describeCertificate(made[at]!.cert).thumbprint);
    expect((await readServedCertificate()).thumbprint).toBe(data.thumbprint);
  }
  const [row] = await readAudits('endpoints.server_cert.uploaded');
  expect(row.details.thumbprint).toBe((await view()).thumbprint);
});

test('the server uses an announced certificate when its time comes, and agents get both pins until then', async () => {
  const { agent } = await createEnrolledPc(site, 'roll-1');
  const quiet = await createEnrolledPc(site, 'roll-2');
  await quiet.agent.post('/api/endpoints/checkin', {});
  const { spkipin: old, thumbprint } = await view();
  await agent.post('/api/endpoints/checkin', { servertrust: { pinned: true, spkipin: old } });
  site.clock.advance(MINUTE);
  const { data } = await site.admin.post(`${PATH}/generate`, { ...names, announceminutes: 30 });
  expect(data).toMatchObject({ thumbprint, agents: { pinned: 1, trustnext: 0 } });
  expect(Date.parse(data.next.activatesat) - Date.parse(data.next.announceddate)).toBe(30 * MINUTE);
  expect(await pins(agent)).toEqual([old, data.next.spkipin]);
  const { agents } = await view();
  expect(agents.trustnext).toBe(1);
  expect(agents.total).toBeGreaterThanOrEqual(2);
  await advanceTime(site, 29 * MINUTE);
  await site.app.host.scheduler.run('endpoints.certificate');
  expect((await readServedCertificate()).thumbprint).toBe(thumbprint);
  await advanceTime(site, 2 * MINUTE);
  await site.app.host.scheduler.run('endpoints.certificate');
  expect((await readServedCertificate()).thumbprint).toBe(data.next.thumbprint);
  expect(await view()).toMatchObject({ thumbprint: data.next.thumbprint, next: null });
  expect(await pins(agent)).toEqual([data.next.spkipin]);
  expect(existsSync(join(site.data, 'certs/next'))).toBe(false);
  const [row] = await readAudits('endpoints.server_cert.activated');
  expect(row.details.thumbprint).toBe(data.next.thumbprint);
});

test('the server keeps one announced certificate, which an admin can withdraw or activate early', async () => {
  const pair = await generateCertificate(names, site.clock.now());
  const { thumbprint, spkipin } = await view();
  expect((await site.admin.post(`${PATH}/activate`)).status).toBe(409);
  expect((await site.admin.delete(`${PATH}/next`)).status).toBe(409);
  expect((await uploadOf(pair, { announceminutes: 60 })).data.next.spkipin).toBe(
    describeCertificate(pair.cert).spkipin,
  );
  for (const announceminutes of [0, 60])
    expect((await site.admin.post(`${PATH}/generate`, { ...names, announceminutes })).error.code).toBe(
      'CONFLICT',
    );
  const back = await site.admin.delete(`${PATH}/next`);
  expect([back.status, back.data.next, back.data.thumbprint]).toEqual([200, null, thumbprint]);
  const { agent } = await createEnrolledPc(site, 'back-1');
  expect(await pins(agent)).toEqual([spkipin]);
  await uploadOf(pair, { announceminutes: 60 });
  const { data } = await site.admin.post(`${PATH}/activate`);
  expect(data).toMatchObject({ thumbprint: describeCertificate(pair.cert).thumbprint, next: null });
  expect((await readServedCertificate()).thumbprint).toBe(data.thumbprint);
});

/** Repeats a request whose connection was reset by the certificate change during its handshake, as agents do. */
const throughSwap = <T>(send: () => Promise<T>, left = 3): Promise<T> =>
  send().catch((cause) => {
    if (left === 0 || cause.code !== 'ECONNRESET') throw cause;
    return throughSwap(send, left - 1);
  });

test('three parallel changes succeed one after the other, and the last certificate is served and saved', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() => throughSwap(() => site.admin.post(`${PATH}/generate`, names))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { thumbprint } = await view();
  expect((await readServedCertificate()).thumbprint).toBe(thumbprint);
  expect(describeCertificate(readFileSync(join(site.data, 'certs/server.pem'), 'utf8')).thumbprint).toBe(
    thumbprint,
  );
});

test('the server keeps the old certificate and its files when the change cannot be committed', async () => {
  const { db } = site.app.host;
  const before = await view();
  const files = readdirSync(join(site.data, 'certs')).sort();
  let fails = true;
  db.beforeCommit(({ action }) => {
    if (fails && action.startsWith('endpoints.server_cert.')) throw new Error('it cannot be written');
  });
  const { status } = await site.admin.post(`${PATH}/generate`, names);
  fails = false;
  expect(status).toBe(500);
  expect((await readServedCertificate()).thumbprint).toBe(before.thumbprint);
  expect(describeCertificate(readFileSync(join(site.data, 'certs/server.pem'), 'utf8')).thumbprint).toBe(
    before.thumbprint,
  );
  expect(readdirSync(join(site.data, 'certs')).sort()).toEqual(files);
  expect((await site.admin.post(`${PATH}/generate`, names)).status).toBe(200);
});

test('the server rejects the undo of a certificate change with 409', async () => {
  expect((await site.admin.post(`${PATH}/generate`, names)).status).toBe(200);
  const [row] = await readAudits('endpoints.server_cert.generated');
  const undone = await site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`);
  expect(undone.status).toBe(409);
});

test('alert recipients get one mail 30, 7 and 1 days before expiry, and the dashboard warns', async () => {
  const mail = await startMailServer();
  for (const [key, value] of Object.entries({
    smtp_host: '127.0.0.1',
    smtp_port: mail.port,
    smtp_security: 'none',
    smtp_from: 'plant@plant.example',
  }))
    await site.admin.put(`/api/settings/${key}`, { value: String(value) });
  await site.admin.post(`${PATH}/generate`, { ...names, validitydays: 33 });
  const attention = async () =>
    (await site.admin.get('/api/dashboard/summary')).data.attention.filter(({ href }: { href: string }) =>
      href.includes('server-certificate'),
    );
  const run = async () => {
    await site.app.host.scheduler.run('endpoints.expiry');
    await site.app.host.outbox.drain();
  };
  await run();
  expect([await attention(), mail.mails.length]).toEqual([[], 0]);
  await advanceTime(site, 3 * DAY);
  await run();
  // Without recipients there is no mail; it follows when a recipient is set.
  expect(mail.mails).toHaveLength(0);
  expect(await attention()).toMatchObject([
    { severity: 'warning', count: 1, href: '/admin/server-certificate' },
  ]);
  await site.admin.put('/api/settings/alert_recipients', { value: 'a@plant.example, b@plant.example' });
  for (let n = 0; n < 2; n++) await run();
  await eventually(() => mail.mails.length === 2, 'both get a mail');
  await advanceTime(site, 22 * DAY);
  for (let n = 0; n < 2; n++) await run();
  await eventually(() => mail.mails.length === 4, 'both get a second mail');
  expect(mail.mails.at(-1)).toContain('plant-server');
  expect(await attention()).toMatchObject([{ severity: 'critical', count: 1 }]);
  await advanceTime(site, 6 * DAY);
  await run();
  await eventually(() => mail.mails.length === 6, 'both get the last mail');
  await site.admin.post(`${PATH}/generate`, names);
  await run();
  expect([await attention(), mail.mails.length]).toEqual([[], 6]);
  mail.stop();
});

test('the server reports no certificate without TLS until an admin creates one', async () => {
  const plain = await startSite();
  try {
    const { status, error } = await plain.admin.get(PATH);
    expect([status, error.code]).toEqual([409, 'CONFLICT']);
    expect(error.message).toContain('without TLS');
    expect((await plain.admin.post(`${PATH}/generate`, { ...names, announceminutes: 5 })).status).toBe(409);
    const reply = await plain.admin.post(`${PATH}/generate`, { ...names, keepkey: true });
    expect(reply.error.details.issues[0].path).toBe('keepkey');
    const { data } = await plain.admin.post(`${PATH}/generate`, names);
    expect(data).toMatchObject({ served: false, commonname: 'plant-server', next: null });
    expect((await plain.admin.get(PATH)).data).toEqual(data);
    await setSharedKey(plain);
    const { agent } = await createEnrolledPc(plain, 'plain-1');
    expect(await pins(agent)).toEqual([]);
  } finally {
    await plain.stop();
  }
});

test('an announced certificate survives a restart, and an interrupted change is completed at the start', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millwright-certs-'));
  const options = { data, config: { tls: true } };
  const first = await startSite(options);
  const announced = (await first.admin.post(`${PATH}/generate`, { ...names, announceminutes: 60 })).data;
  await first.stop();
  const second = await startSite(options);
  expect((await second.admin.get(PATH)).data).toMatchObject({
    thumbprint: announced.thumbprint,
    next: announced.next,
  });
  await second.stop();
  // Simulates a power failure between writing the file and writing the row.
  saveCertificate(join(data, 'certs'), loadCertificate(join(data, 'certs/next')));
  const third = await startSite(options);
  const found = (await third.admin.get(PATH)).data;
  expect(found).toMatchObject({ thumbprint: announced.next.thumbprint, next: null });
  const log = (await third.admin.get('/api/auditlogs?action=endpoints.server_cert.activated')).data;
  expect(log[0].details).toMatchObject({ thumbprint: found.thumbprint, found: 'at the start' });
  await third.stop();
  // Simulates a write that was interrupted before the file replaced the old pair.
  writeFileSync(join(data, 'certs/server.pem.tmp'), '-----BEGIN PRIVATE KEY-----\nMIG');
  const fourth = await startSite(options);
  expect((await fourth.admin.get(PATH)).data.thumbprint).toBe(found.thumbprint);
  await fourth.stop();
  rmSync(data, { recursive: true, force: true });
});

test('the server refuses to activate an expired certificate, and an admin can withdraw it', async () => {
  const { thumbprint } = await view();
  await site.admin.post(`${PATH}/generate`, { ...names, validitydays: 2, announceminutes: 60 });
  await advanceTime(site, 3 * DAY);
  await site.app.host.scheduler.run('endpoints.certificate');
  const { status, error } = await site.admin.post(`${PATH}/activate`);
  expect([status, error.code]).toEqual([409, 'CONFLICT']);
  expect(error.message).toContain('Withdraw it. The certificate expired');
  expect((await readServedCertificate()).thumbprint).toBe(thumbprint);
  expect((await site.admin.delete(`${PATH}/next`)).data).toMatchObject({ thumbprint, next: null });
});

test('an audit action may have a two-word noun such as server_cert, and no other underscores', () => {
  const { db } = site.app.host;
  for (const action of [
    'end_points.cert.made',
    'endpoints.server_cert.made_anew',
    'endpoints.server__cert.made',
  ])
    expect(() => db.transact(createSystemContext(), action, () => undefined)).toThrow('must have the form');
  db.transact(createSystemContext(), 'endpoints.server_cert.looked', () => undefined);
});
