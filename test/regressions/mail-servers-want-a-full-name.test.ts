import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import { SYSTEM } from '../../src/kit/actor.ts';
import { readRelayAnswer } from '../../src/kit/outbox/relay-answer.ts';
import { eventually } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';

const PASSWORD = 'Relay-pw-4417-änd';
let site: Site;
let relay: StrictRelay;
beforeAll(async () => {
  site = await startSite();
  relay = await startStrictRelay();
  await set('smtp_host', '127.0.0.1');
  await set('smtp_port', relay.port);
  await set('smtp_security', 'none');
  await set('smtp_from', 'a@plant.example');
});
afterAll(() => {
  relay.server.close();
  return site.stop();
});

const set = async (key: string, value: string | number) => {
  const { status } = await site.admin.put(`/api/settings/${key}`, { value });
  expect([key, status]).toEqual([key, 200]);
};
const trial = async () =>
  (await site.admin.post('/api/settings/test-email', { to: 'you@plant.example' })).data;

interface StrictRelay {
  port: number;
  server: Server;
  /** The names in the EHLO of callers. */
  names: string[];
  /** Returns the error response to MAIL and AUTH. Undefined when the relay accepts them. */
  refusal: ((line: string) => string) | undefined;
  greeting: string;
}

const GREETING = '220 mail.plant.example ESMTP';

/**
 * Starts a mail server that rejects recipients unless the name in EHLO has a dot and is not an IP address.
 */
async function startStrictRelay(): Promise<StrictRelay> {
  const started: StrictRelay = {
    port: 0,
    server: createServer(),
    names: [],
    refusal: undefined,
    greeting: GREETING,
  };
  started.server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.write(`${started.greeting}\r\n`);
    let isMessage = false;
    socket.on('data', (chunk) => {
      if (isMessage) {
        isMessage = !chunk.toString().includes('\r\n.\r\n');
        if (!isMessage) socket.write('250 2.0.0 queued as 4F2A\r\n');
        return;
      }
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        isMessage = line === 'DATA';
        socket.write(`${replyTo(started, line)}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve));
  started.port = (started.server.address() as { port: number }).port;
  return started;
}

function replyTo(to: StrictRelay, line: string): string {
  const word = line.split(' ')[0]!;
  if (word === 'EHLO') {
    to.names.push(line.slice(5));
    return '250-mail.plant.example\r\n250 AUTH PLAIN';
  }
  const name = to.names.at(-1)!;
  if (to.refusal && (word === 'MAIL' || word === 'AUTH')) return to.refusal(line);
  if (word === 'AUTH') return '235 welcome';
  if (word === 'RCPT' && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name))
    return `504 5.5.2 <${name}>: a full host name is wanted in EHLO`;
  return word === 'DATA' ? '354 continue' : word === 'QUIT' ? '221 bye' : '250 ok';
}

test('the test mail reports the greeting of a server that refuses or does not speak SMTP', async () => {
  relay.greeting = '554 5.7.1 no service for this address';
  const refused = await trial();
  relay.greeting = 'SSH-2.0-OpenSSH_9.6';
  const other = await trial();
  relay.greeting = GREETING;
  expect([refused.error, refused.answer, other.error]).toEqual([
    'The mail server rejected the connection (554, EPROTOCOL). Its response: 554 5.7.1 no service for this address',
    '554 5.7.1 no service for this address',
    'The server at this address is not a mail server (EPROTOCOL). Its response: SSH-2.0-OpenSSH_9.6',
  ]);
});

test('the test mail sends smtp_hostname in EHLO, or else the host of site_url', async () => {
  await set('site_url', 'https://assets.plant.example:8443');
  expect(await trial()).toMatchObject({ sent: true, error: null, answer: '250 2.0.0 queued as 4F2A' });
  expect(relay.names.at(-1)).toBe('assets.plant.example');
  await set('smtp_hostname', 'mail-client.plant.example');
  expect(await trial()).toMatchObject({ sent: true });
  expect(relay.names.at(-1)).toBe('mail-client.plant.example');
  await set('smtp_hostname', '');
  // Mail servers do not accept an IP address as a name.
  await set('site_url', 'https://192.0.2.7');
  await trial();
  expect(relay.names.at(-1)).not.toBe('192.0.2.7');
  await set('site_url', '');
});

test('the outbox sends smtp_hostname in EHLO', async () => {
  await set('smtp_hostname', 'outbox.plant.example');
  const { db, outbox } = site.app.host;
  db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, 'test.mail.sent', (tx) => {
    outbox.mail(tx, { to: 'you@plant.example', subject: 'Low stock', text: 'Bolt M8' });
    tx.audit({ entitytype: 'test', entityid: null, undoable: false });
  });
  await eventually(() => relay.names.at(-1) === 'outbox.plant.example', 'the mail goes out');
  await set('smtp_hostname', '');
});

test('the test mail returns the response of the relay and names the setting when EHLO is refused', async () => {
  await set('smtp_hostname', '[192.0.2.7]');
  const { sent, error, answer } = await trial();
  expect(sent).toBe(false);
  expect(answer).toBe('504 5.5.2 <[192.0.2.7]>: a full host name is wanted in EHLO');
  expect(error).toBe(
    `The mail server rejected the sender or the recipient (504, EENVELOPE). Its response: ${answer}. You can change the name in EHLO with the setting smtp_hostname.`,
  );
  await set('smtp_hostname', '');
});

test('the test mail hides a response that contains the password, and no response is logged', async () => {
  await set('smtp_user', 'relay');
  await set('smtp_hostname', 'a.plant.example');
  await set('smtp_password', PASSWORD);
  const echoes: [string, (line: string) => string][] = [
    ['the command', (line) => `535 5.7.8 refused: ${line}`],
    ['the password', () => `535 5.7.8 refused: ${PASSWORD}`],
    ['a part of it', () => `535 5.7.8 refused: ${PASSWORD.slice(3, 11)}`],
    ['other letter case', () => `535 5.7.8 refused: ${PASSWORD.toUpperCase()}`],
    ['hexadecimal', () => `535 5.7.8 refused: ${Buffer.from(PASSWORD).toString('hex')}`],
    ['a URL', () => `535 5.7.8 refused: ${encodeURIComponent(PASSWORD)}`],
    ...['', 'x', 'xx'].map((before): [string, () => string] => [
      `base64 behind ${before.length}`,
      () => `535 5.7.8 refused: ${Buffer.from(`${before}${PASSWORD}yy`).toString('base64')}`,
    ]),
  ];
  for (const [what, refusal] of echoes) {
    relay.refusal = refusal;
    const { error, answer } = await trial();
    expect([what, error, answer]).toEqual([
      what,
      'The mail server rejected the user or password (535, EAUTH).',
      null,
    ]);
  }
  relay.refusal = () => '535 5.7.139 SmtpClientAuthentication is disabled for this tenant';
  expect((await trial()).error).toContain('SmtpClientAuthentication is disabled');
  relay.refusal = undefined;
  await set('smtp_user', '');
  await set('smtp_hostname', '');
  const logged = JSON.stringify(site.log);
  expect(logged).not.toContain('disabled for this tenant');
  expect(logged).not.toContain(PASSWORD);
});

test('the response of a relay is shortened to one line of 500 characters', () => {
  expect(readRelayAnswer('550-first\r\n550 second\u0007', '')).toBe('550-first 550 second');
  expect(readRelayAnswer(`550 ${'x'.repeat(5000)}`, '')).toHaveLength(500);
  expect(readRelayAnswer(undefined, 'secret')).toBeUndefined();
  expect(readRelayAnswer('550 no such box', '', '')).toBe('550 no such box');
});

test('the setting smtp_hostname accepts a host name or an address in brackets', async () => {
  for (const value of ['vm', 'a.plant.example', 'A-1.example', '[192.0.2.7]', '[IPv6:2001:db8::7]', ''])
    await set('smtp_hostname', value);
  for (const value of [
    '192.0.2.7',
    'a b',
    'a\r\nMAIL FROM:<x@y>',
    '<a>',
    'a..b',
    '.a',
    '[192.0.2.300]',
    '[2001:db8::7]',
    'a@b',
    'x'.repeat(300),
  ]) {
    const { status, error } = await site.admin.put('/api/settings/smtp_hostname', { value });
    expect([value, status, error?.code]).toEqual([value, 400, 'VALIDATION_ERROR']);
  }
});
