import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { SYSTEM } from '../../src/kit/actor.ts';
import { openLog } from '../../src/kit/log.ts';
import { isAllowedAddress } from '../../src/kit/outbound.ts';
import { createDeliverer } from '../../src/kit/outbox/deliver.ts';
import type { Webhook } from '../../src/kit/outbox/outbox.ts';
import { ensureCertificate } from '../../src/kit/tls/certificate.ts';
import { eventually, startMailServer } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);

const PASSWORD = 'Sm7p-secret-9';
let site: Site;
const servers: Server[] = [];
beforeAll(async () => {
  site = await startSite();
  await set('smtp_from', 'millwright@plant.example');
});
/** Resets the settings that some of the tests change. */
beforeEach(async () => {
  await set('smtp_host', '127.0.0.1');
  await set('smtp_security', 'none');
  await set('smtp_user', '');
  await set('smtp_ca', '');
});
afterAll(() => {
  for (const server of servers) server.close();
  return site.stop();
});

async function set(key: string, value: unknown) {
  const answer = await site.admin.put(`/api/settings/${key}`, { value });
  expect([key, answer.status]).toEqual([key, 200]);
}

/** Starts a server that calls `does` for each connection. Returns its port. */
async function serverThat(does: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    does(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

/** Repeats a line forever, so that no idle timeout ever expires. */
const drip = (line: string, everyMs: number) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(line), everyMs);
  socket.on('close', () => clearInterval(timer));
};

const hook = (url: string): Webhook => ({
  url,
  event: 'stock.low',
  title: 'Low stock',
  text: 'Bolt M8: 3 left',
  link: null,
  severity: 'warning',
  data: null,
});
const delivered = { id: 'msg_1', occurredat: '', at: new Date() };
const mail = { to: 'you@plant.example', subject: 'Hello', text: 'Hello' };

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'delivered',
    (cause: Error) => cause.message,
  );

test('the outbox abandons a webhook receiver after five seconds without a response', async () => {
  const port = await serverThat(() => undefined);
  const { webhook } = createDeliverer(site.app.host.settings, true);
  const reason = await reasonOf(webhook(hook(`http://127.0.0.1:${port}/`), delivered));
  expect(reason).toBe('The delivery did not finish within 5 seconds.');
});

test('the outbox closes the connection at the deadline when the receiver sends slowly', async () => {
  const within = createDeliverer(site.app.host.settings, true, 400);
  for (const line of ['250-x\r\n', '2', 'x'.repeat(50)]) {
    let open = 0;
    const port = await serverThat((socket) => {
      open++;
      socket.on('close', () => open--);
      drip(line, 20)(socket);
    });
    await set('smtp_port', port);
    const works = [
      [() => within.mail(mail), /^The delivery did not finish within 0.4 seconds.$/],
      // The first bytes are not a response of HTTP.
      [() => within.webhook(hook(`http://127.0.0.1:${port}/`), delivered), /^The receiver could not be/],
    ] as const;
    for (const [work, of] of works) {
      const reason = await reasonOf(work());
      expect([line, reason]).toEqual([line, expect.stringMatching(of)]);
    }
    await eventually(() => open === 0, 'both sockets close');
  }
});

test('the outbox abandons a mail server that floods and ignores the body of a receiver', async () => {
  const block = Buffer.alloc(64 * 1024, 'y');
  const port = await serverThat((socket) => {
    const more = () => socket.writable && socket.write(block, more);
    socket.write('220-');
    more();
  });
  await set('smtp_port', port);
  const within = createDeliverer(site.app.host.settings, true, 5000);
  const flooded = await reasonOf(within.mail(mail));
  // The content ended the delivery, not the deadline.
  expect(flooded).toMatch(
    /^(The delivery got a response that is too long|The server at this address is not a mail server)/,
  );
  let sent = 0;
  const web = await serverThat((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
    const more = () => {
      sent += block.length;
      if (socket.writable) socket.write(block, more);
    };
    more();
  });
  expect(await reasonOf(within.webhook(hook(`http://127.0.0.1:${web}/`), delivered))).toBe('delivered');
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test('a receiver that hangs does not delay other deliveries', async () => {
  const hanging = await serverThat(() => undefined);
  const got: string[] = [];
  const quick = createHttpServer((req, res) => {
    got.push(req.url!);
    res.end('ok');
  });
  servers.push(quick);
  await new Promise<void>((resolve) => quick.listen(0, '127.0.0.1', resolve));
  const { port } = quick.address() as { port: number };
  const mails = await startMailServer();
  await set('smtp_port', mails.port);
  const { outbox, db } = site.app.host;
  db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, 'test.hooks.sent', (tx) => {
    for (let n = 0; n < 60; n++) outbox.webhook(tx, hook(`http://127.0.0.1:${hanging}/`));
    outbox.webhook(tx, hook(`http://127.0.0.1:${port}/`));
    outbox.mail(tx, mail);
    tx.audit({ entitytype: 'test', entityid: null, undoable: false });
  });
  await eventually(() => got.length === 1 && mails.mails.length === 1, 'the others get theirs');
  mails.stop();
});

test('the test mail never repeats the response of a mail server that contains the password', async () => {
  await set('smtp_user', 'relay');
  const port = await serverThat((socket) => {
    socket.write('220 hello\r\n');
    socket.on('data', (chunk) => {
      const line = chunk.toString().trim();
      if (line.startsWith('EHLO')) socket.write('250-x\r\n250 AUTH PLAIN LOGIN\r\n');
      else socket.write(`535 5.7.8 refused: ${line} ${PASSWORD}\r\n`);
    });
  });
  await set('smtp_port', port);
  // Last, because a change of the server clears the password.
  await set('smtp_password', PASSWORD);
  const answer = await site.admin.post('/api/settings/test-email', { to: 'you@plant.example' });
  expect(answer.data.error).toBe('The mail server rejected the user or password (535, EAUTH).');
  const forms = [
    PASSWORD,
    ...[0, 1, 2].map((pad) =>
      Buffer.from('x'.repeat(pad) + PASSWORD)
        .toString('base64')
        .slice(4, 16),
    ),
  ];
  for (const form of forms) expect(answer.text).not.toContain(form);
});

test('the test mail refuses each recipient that is not one plain address', async () => {
  for (const to of [
    'x@plant.example\r\nBcc: evil@plant.example',
    'group: a@plant.example;',
    'a@plant.example, b@plant.example',
    'Name <a@plant.example>',
    'nobody',
  ]) {
    const { status, data } = await site.admin.post('/api/settings/test-email', { to });
    expect([to, status, data.sent, data.error]).toEqual([
      to,
      200,
      false,
      'Enter one email address such as name@example.com.',
    ]);
  }
});

test('a mail server with a certificate of the plant is trusted when smtp_ca contains it', async () => {
  const folder = join(site.data, 'mail-certificate');
  const { cert, key } = await ensureCertificate(folder, {
    log: openLog(join(folder, 'logs'), () => undefined),
  });
  const mails: string[] = [];
  const server = createTlsServer({ cert, key }, (socket) => {
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (line === 'DATA') socket.write('354 continue\r\n');
        else if (line === '.') {
          mails.push(line);
          socket.write('250 kept\r\n');
        } else if (/^(EHLO|MAIL|RCPT|QUIT)/.test(line)) socket.write('250 ok\r\n');
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await set('smtp_port', (server.address() as { port: number }).port);
  await set('smtp_host', 'localhost');
  await set('smtp_security', 'tls');
  const send = async () =>
    (await site.admin.post('/api/settings/test-email', { to: 'you@plant.example' })).data;
  expect((await send()).error).toContain('Enter its CA certificate as smtp_ca');
  for (const wrong of [
    'nonsense',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    `${cert} more`,
  ])
    expect((await site.admin.put('/api/settings/smtp_ca', { value: wrong })).status).toBe(400);
  await set('smtp_ca', cert);
  expect(await send()).toMatchObject({ sent: true, error: null });
  expect(mails).toHaveLength(1);
});

test('an IPv4 address embedded in an IPv6 address is checked like the IPv4 address', () => {
  for (const address of [
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '::ffff:0:127.0.0.1',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '2001:0:7f00:1::',
    '2001:0:0808:0808::80ff:fffe',
    '2001:db8::5efe:7f00:1',
    'fec0::1',
    '168.63.129.16',
    'fd20:ce::254',
    'fd00:ec2::254',
    '100.100.100.200',
    '192.0.0.192',
  ])
    expect([address, isAllowedAddress(address, false)]).toEqual([address, false]);
  for (const address of ['64:ff9b::a00:5', '2002:a00:5::1', '10.0.0.5', '2a00:1450::1'])
    expect([address, isAllowedAddress(address, false)]).toEqual([address, true]);
  const own = new Set(['10.0.0.5', '2a00:1450::1']);
  for (const address of ['10.0.0.5', '::ffff:10.0.0.5', '64:ff9b::a00:5', '2a00:1450::1'])
    expect([address, isAllowedAddress(address, false, own)]).toEqual([address, false]);
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.5'])
    expect([address, isAllowedAddress(address, true, own)]).toEqual([address, true]);
});
