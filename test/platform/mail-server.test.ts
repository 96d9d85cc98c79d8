import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { SYSTEM } from '../../src/kit/actor.ts';
import { openLog } from '../../src/kit/log.ts';
import { type CertificatePair, ensureCertificate } from '../../src/kit/tls/certificate.ts';
import { eventually, startListening } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';

const LOGIN = { user: 'relay', pass: 'Relay-pw-4417' };
let site: Site;
let pair: CertificatePair;
const servers: { close(): void }[] = [];
beforeAll(async () => {
  site = await startSite();
  const folder = join(site.data, 'mail-certificate');
  pair = await ensureCertificate(folder, { log: openLog(join(folder, 'logs'), () => undefined) });
});
afterAll(() => {
  for (const server of servers) server.close();
  return site.stop();
});

interface Mailbox {
  port: number;
  mails: { text: string; isSecure: boolean; user?: string }[];
}

/** Starts a typical mail server: it requires a user, speaks TLS as configured, and stores received mails. */
async function mailServer(options: SMTPServerOptions): Promise<Mailbox> {
  const mails: Mailbox['mails'] = [];
  const server = new SMTPServer({
    ...pair,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === LOGIN.user && password === LOGIN.pass
        ? done(null, { user: username })
        : done(new Error('no such user')),
    onData(stream, { secure, user }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push({ text: Buffer.concat(parts).toString(), isSecure: secure, user });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  servers.push(server);
  const port = await startListening(server.server);
  return { port, mails };
}

async function use(port: number, changes: Record<string, unknown>) {
  const server = { smtp_host: 'localhost', smtp_port: port, smtp_ca: pair.cert };
  const all = { ...server, smtp_from: 'plant@plant.example', ...changes };
  for (const [key, value] of Object.entries(all)) {
    const answer = await site.admin.put(`/api/settings/${key}`, { value });
    expect([key, answer.status]).toEqual([key, 200]);
  }
}
const account = { smtp_user: LOGIN.user, smtp_password: LOGIN.pass };
const trial = async () =>
  (await site.admin.post('/api/settings/test-email', { to: 'you@plant.example' })).data;

test('a mail is sent over STARTTLS with user and password', async () => {
  const { port, mails } = await mailServer({});
  await use(port, { smtp_security: 'starttls', ...account });
  expect(await trial()).toMatchObject({ sent: true });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ isSecure: true, user: LOGIN.user });
  expect(mails[0]!.text).toContain('To: you@plant.example');
});

test('a mail is sent over TLS from the start', async () => {
  const { port, mails } = await mailServer({ secure: true });
  await use(port, { smtp_security: 'tls', ...account });
  expect(await trial()).toMatchObject({ sent: true });
  expect(mails.map(({ isSecure }) => isSecure)).toEqual([true]);
});

test('no mail is sent in plain text when STARTTLS is required and not offered', async () => {
  const { port, mails } = await mailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
  await use(port, { smtp_security: 'starttls', ...account });
  expect((await trial()).error).toBe(
    'The mail server does not support the encryption in smtp_security (500, ETLS). Its response: 500 Error: command not recognized',
  );
  expect(mails).toEqual([]);
});

test('the error states that the password was refused and does not contain it', async () => {
  const { port, mails } = await mailServer({});
  await use(port, { smtp_security: 'starttls', smtp_user: LOGIN.user, smtp_password: 'Wrong-pw-9981' });
  const { status, text } = await site.admin.post('/api/settings/test-email', { to: 'you@plant.example' });
  expect(status).toBe(200);
  expect(text).toContain('The mail server rejected the user or password (535, EAUTH).');
  expect(text).not.toContain('Wrong-pw-9981');
  expect(mails).toEqual([]);
});

test('the error states that the mail server does not listen', async () => {
  const gone = createServer();
  const port = await startListening(gone);
  await new Promise((resolve) => gone.close(resolve));
  await use(port, { smtp_security: 'none', smtp_user: '' });
  expect((await trial()).error).toBe('The mail server does not listen on this port (ECONNREFUSED).');
});

/** Queues a mail in a transaction. Returns its row once the condition holds after an attempt. */
async function waitForDelivery(until: (row: { state: string; attempts: number }) => boolean) {
  const { db, outbox } = site.app.host;
  db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, 'test.mail.sent', (tx) =>
    outbox.mail(tx, { to: 'you@plant.example', subject: 'Low stock', text: 'Bolt M8' }),
  );
  const latest = async () => (await site.admin.get('/api/outbox')).data[0];
  let row = await latest();
  const isReached = async () => {
    row = await latest();
    return until(row);
  };
  await eventually(isReached, 'the mail is tried');
  return row;
}

test('a mail waits with the reason while the server is down and is sent on retry', async () => {
  const gone = createServer();
  const port = await startListening(gone);
  await new Promise((resolve) => gone.close(resolve));
  await use(port, { smtp_security: 'none', smtp_user: '' });
  const waiting = await waitForDelivery(({ attempts }) => attempts === 1);
  expect(waiting).toMatchObject({
    state: 'queued',
    lasterror: 'The mail server does not listen on this port (ECONNREFUSED).',
  });
  const { port: back, mails } = await mailServer({ authOptional: true });
  await use(back, {});
  await site.admin.post(`/api/outbox/${waiting.outboxid}/retry`);
  await eventually(() => mails.length > 0, 'the mail goes out');
  expect(mails.map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1])).toEqual(['Low stock']);
});
