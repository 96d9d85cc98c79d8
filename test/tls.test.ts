import { afterAll, expect, test } from 'bun:test';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { type AnyElysia, Elysia } from 'elysia';
import { type ListenOptions, runtime } from '#runtime';
import {
  CertificateError,
  checkPair,
  describeCertificate,
  ensureCertificate,
  generateCertificate,
  loadCertificate,
  saveCertificate,
} from '../src/kit/tls/certificate.ts';

const root = mkdtempSync(join(tmpdir(), 'millwright-tls-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const messages: string[] = [];
const note = (message: string, fields = {}) => messages.push(`${message} ${JSON.stringify(fields)}`);
const log = { info: note, warn: note };
const local = { commonname: 'plant-server', sans: ['localhost', '127.0.0.1', '::1'] };
const onWindows = process.platform === 'win32';

function freshDirectory(): string {
  return join(mkdtempSync(join(root, 'case-')), 'certs');
}

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(CertificateError);
    return (error as Error).message;
  }
  throw new Error('It was accepted.');
}

const ok = () => new Elysia().get('/', () => 'ok');
const listen = (options: ListenOptions, app: AnyElysia = ok()) =>
  runtime.listen(app, runtime.createTransport(), options);

const defaults: Omit<ListenOptions, 'tls'> = {
  host: '127.0.0.1',
  port: 0,
  maxRequestBodySize: 1024,
  idleTimeout: 10,
};

function handshake(port: number, options: Parameters<typeof connect>[0] = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () =>
      resolve(socket),
    );
    socket.on('error', reject);
  });
}

async function readServedThumbprint(port: number): Promise<string> {
  const socket = await handshake(port);
  const thumbprint = new X509Certificate(socket.getPeerCertificate().raw).fingerprint.replaceAll(':', '');
  socket.destroy();
  return thumbprint;
}

const get = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, tls: { rejectUnauthorized: false } });

test('the first start creates a P-256 certificate for the local names', async () => {
  const dir = freshDirectory();
  const pair = await ensureCertificate(dir, { log });
  const details = describeCertificate(pair.cert);
  expect(details.sans).toEqual(expect.arrayContaining(['localhost', '127.0.0.1', '::1']));
  expect(details.selfsigned).toBe(true);
  expect(details.daystoexpiry).toBe(823);
  const lifetime = Date.parse(details.notafter) - Date.parse(details.notbefore);
  expect(lifetime).toBe(825 * 86_400_000);
  expect(new X509Certificate(pair.cert).publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
  expect(details.thumbprint).toMatch(/^[0-9A-F]{40}$/);
  expect(Buffer.from(details.spkipin, 'base64')).toHaveLength(32);
  expect(messages.at(-1)).toContain('localhost');
});

test('the second start serves the same certificate', async () => {
  const dir = freshDirectory();
  const first = await ensureCertificate(dir, { hostnames: ['a.plant'], log });
  expect(await ensureCertificate(dir, { hostnames: ['b.plant'], log })).toEqual(first);
});

test.if(!onWindows)('only the owner can read the key', async () => {
  const dir = freshDirectory();
  await ensureCertificate(dir, { hostnames: ['a.plant'], log });
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, 'server.pem')).mode & 0o777).toBe(0o600);
});

test('a damaged certificate file stops the start, is named and stays unchanged', async () => {
  const dir = freshDirectory();
  await ensureCertificate(dir, { hostnames: ['a.plant'], log });
  const path = join(dir, 'server.pem');
  const whole = readFileSync(path, 'utf8');
  for (const broken of [
    '',
    whole.slice(0, whole.length / 2),
    whole.replace(/CERTIFICATE-----\n..../, 'CERTIFICATE-----\nAAAA'),
  ]) {
    writeFileSync(path, broken);
    const attempt = ensureCertificate(dir, { log });
    expect(attempt).rejects.toThrow(path);
    await attempt.catch(() => undefined);
    expect(readFileSync(path, 'utf8')).toBe(broken);
  }
});

test('a certificate with a foreign key is refused', async () => {
  const dir = freshDirectory();
  const [one, two] = [await generateCertificate(local), await generateCertificate(local)];
  saveCertificate(dir, { cert: one.cert, key: two.key });
  expect(refusal(() => loadCertificate(dir))).toContain('The key does not belong to the certificate.');
});

test('an interrupted write leaves the previous pair in use', async () => {
  const dir = freshDirectory();
  const pair = await ensureCertificate(dir, { hostnames: ['a.plant'], log });
  writeFileSync(join(dir, 'server.pem.tmp'), '-----BEGIN PRIVATE KEY-----\nMIG');
  expect(await ensureCertificate(dir, { log })).toEqual(pair);
});

test('a replacement keeps a copy of the previous certificate', async () => {
  const dir = freshDirectory();
  const old = await ensureCertificate(dir, { hostnames: ['a.plant'], log });
  const next = await generateCertificate(local);
  const copy = saveCertificate(dir, checkPair(next.cert, next.key));
  expect(readFileSync(String(copy), 'utf8')).toContain(old.cert.trim());
  expect(describeCertificate(loadCertificate(dir).cert)).toEqual(describeCertificate(next.cert));
  expect(readdirSync(dir)).toHaveLength(2);
});

test('a start keeps the newest ten of the replaced certificates', async () => {
  const dir = freshDirectory();
  const pair = await generateCertificate(local);
  saveCertificate(dir, pair);
  const copies: string[] = [];
  for (let n = 0; n < 12; n++) {
    copies.push(basename(String(saveCertificate(dir, pair))));
    // The file names contain the time in milliseconds.
    await delay(2);
  }
  writeFileSync(join(dir, 'server-of-another.pem'), 'mine');
  await ensureCertificate(dir, { log });
  const left = readdirSync(dir);
  expect(left.filter((name) => copies.includes(name)).toSorted()).toEqual(copies.slice(2));
  expect(left).toContain('server-of-another.pem');
});

test('a start with an expired certificate logs a warning', async () => {
  const dir = freshDirectory();
  saveCertificate(dir, await generateCertificate({ ...local, validitydays: 1 }, new Date('2020-01-01')));
  await ensureCertificate(dir, { log });
  expect(messages.at(-1)).toContain('the certificate has expired');
  expect(messages.at(-1)).toContain('2020-01-01T12:00:00.000Z');
});

test('a pair that browsers would refuse is refused with a plain reason', async () => {
  const good = await generateCertificate(local);
  const other = await generateCertificate(local);
  const past = await generateCertificate({ ...local, validitydays: 1 }, new Date('2020-01-01'));
  const future = await generateCertificate(local, new Date(Date.now() + 10 * 86_400_000));
  const locked = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
  }).privateKey;
  expect(checkPair(good.cert, good.key).cert).toBe(good.cert);
  expect(refusal(() => checkPair(good.cert, other.key))).toContain('does not belong');
  expect(refusal(() => checkPair(good.cert, locked))).toContain('protected by a password');
  expect(refusal(() => checkPair(good.cert, 'nonsense'))).toContain('not a PEM key');
  expect(refusal(() => checkPair('nonsense', good.key))).toContain('not a PEM certificate');
  expect(refusal(() => checkPair(past.cert, past.key))).toContain('expired');
  expect(refusal(() => checkPair(future.cert, future.key))).toContain('not valid before');
  expect(refusal(() => checkPair(other.cert + good.cert, good.key))).toContain('first');
  expect(refusal(() => checkPair(good.cert + other.cert, good.key))).toContain('did not issue');
  expect(refusal(() => checkPair('A'.repeat(10_000_000), good.key))).toContain('100 kB');
});

test('a renewed certificate can keep its key, and its pin stays the same', async () => {
  const first = await generateCertificate(local);
  const renewed = await generateCertificate({ ...local, key: first.key });
  expect(describeCertificate(renewed.cert).spkipin).toBe(describeCertificate(first.cert).spkipin);
  expect(describeCertificate(renewed.cert).thumbprint).not.toBe(describeCertificate(first.cert).thumbprint);
  checkPair(renewed.cert, renewed.key);
});

test('names and durations that a certificate cannot have are refused', async () => {
  for (const request of [
    { commonname: '', sans: ['a'] },
    { commonname: 'a', sans: ['two words'] },
    { commonname: 'a', sans: ['a..b'] },
    { commonname: 'x'.repeat(65), sans: [] },
    { ...local, validitydays: 826 },
    { ...local, validitydays: 0 },
  ]) {
    const attempt = await generateCertificate(request).catch((error: unknown) => error);
    expect(attempt).toBeInstanceOf(CertificateError);
  }
});

test('a swap serves the new certificate at once, and an open request still gets its response', async () => {
  const [first, second] = [await generateCertificate(local), await generateCertificate(local)];
  const release = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const app = new Elysia().get('/poll', async () => {
    gate.resolve();
    await release.promise;
    return 'answered at last';
  });
  const listener = await listen({ ...defaults, tls: first }, app);
  expect(await readServedThumbprint(listener.port)).toBe(describeCertificate(first.cert).thumbprint);
  const poll = get(`${listener.url}/poll`);
  await gate.promise;
  await listener.swapCertificate(second);
  expect(await readServedThumbprint(listener.port)).toBe(describeCertificate(second.cert).thumbprint);
  release.resolve();
  const answer = await poll;
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('answered at last');
  await listener.stop(1000);
});

test('a swap to an invalid pair leaves the previous certificate in place', async () => {
  const [first, second] = [await generateCertificate(local), await generateCertificate(local)];
  const listener = await listen({ ...defaults, tls: first });
  const broken = listener.swapCertificate({ cert: first.cert, key: 'nonsense' });
  expect(broken).rejects.toThrow();
  await broken.catch(() => undefined);
  expect(await readServedThumbprint(listener.port)).toBe(describeCertificate(first.cert).thumbprint);
  await listener.swapCertificate(second);
  expect(await readServedThumbprint(listener.port)).toBe(describeCertificate(second.cert).thumbprint);
  await listener.stop(1000);
});

test('TLS 1.2 and 1.3 are accepted, and TLS 1.1 is refused', async () => {
  const listener = await listen({ ...defaults, tls: await generateCertificate(local) });
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const socket = await handshake(listener.port, { minVersion: version, maxVersion: version });
    expect(socket.getProtocol()).toBe(version);
    socket.destroy();
  }
  const old = handshake(listener.port, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
  expect(old).rejects.toThrow();
  await old.catch(() => undefined);
  await listener.stop(1000);
});

test('a port that another listener uses is refused', async () => {
  const listener = await listen(defaults);
  const second = listen({ ...defaults, port: listener.port });
  expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.catch(() => undefined);
  await listener.stop(0);
});

/** Longer than the timeout of a test, so a stop that uses it up never ends. */
const ENDLESS_MS = 600_000;

/** Starts a listener with one request in flight, which is answered once `release` is called. */
async function withOneInFlight() {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = new Elysia().get('/', async () => {
    begun.resolve();
    await gate.promise;
    return 'done';
  });
  const listener = await listen(defaults, app);
  const answer = get(listener.url).then(
    (response) => response.text(),
    () => 'closed',
  );
  await begun.promise;
  return { listener, answer, release: gate.resolve };
}

test('a stop waits for a running request and then closes', async () => {
  const { listener, answer, release } = await withOneInFlight();
  const order: string[] = [];
  const stopped = listener.stop(ENDLESS_MS).then(() => order.push('stopped'));
  order.push('released');
  release();
  expect(await answer).toBe('done');
  await stopped;
  expect(order).toEqual(['released', 'stopped']);
  expect(await get(listener.url).catch(() => 'refused')).toBe('refused');
});

test('a stop waits for a hanging request at most for its grace period', async () => {
  const { listener, answer, release } = await withOneInFlight();
  await listener.stop(20);
  expect(await answer).toBe('closed');
  release();
});
