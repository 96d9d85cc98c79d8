import { afterAll, beforeAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Elysia } from 'elysia';
import { type Listener, runtime } from '#runtime';
import { generateCertificate } from '../../src/kit/tls/certificate.ts';
import { eventually } from '../support/receivers.ts';
import { openRaw, requestHead } from './raw.ts';

const LIMIT = 1024 * 1024;
/** Longer than the timeout of a test, so a stop that uses it up never ends. */
const ENDLESS_MS = 600_000;
const wire = runtime.createTransport();
const noted: Record<string, unknown> = {};
let produced = 0;
/** Releases the responses that wait for it. Each test that uses it creates a new one. */
let gate = Promise.withResolvers<void>();

const app = new Elysia({ strictPath: true })
  .get('/small', () => ({ small: true }))
  .get('/address', ({ request }) => wire.addressOf(request))
  .get('/scheme', ({ request }) => wire.schemeOf(request))
  .get('/held', async ({ request }) => {
    wire.disableIdleTimeout(request);
    noted.held = true;
    await gate.promise;
    return 'held';
  })
  .get('/waiting', async () => {
    await gate.promise;
    return 'too late';
  })
  .get('/left', ({ request }) => {
    noted.waiting = true;
    return new Promise<string>((resolve) =>
      request.signal.addEventListener('abort', () => {
        noted.left = true;
        resolve('caller disconnected');
      }),
    );
  })
  .get('/endless', () => {
    const piece = new Uint8Array(64 * 1024).fill(120);
    return new Response(
      new ReadableStream({
        pull(controller) {
          produced += piece.length;
          controller.enqueue(piece);
        },
        cancel() {
          noted.cancelled = true;
        },
      }),
    );
  })
  .get('/two', () => {
    let turn = 0;
    return new Response(
      new ReadableStream({
        async pull(controller) {
          if (turn === 1) await gate.promise;
          if (turn === 2) return controller.close();
          controller.enqueue(new TextEncoder().encode(['first', 'second'][turn++]));
        },
      }),
    );
  })
  .post('/unread', () => new Response('not looked at', { status: 401 }), { parse: () => null })
  .post(
    '/late',
    async ({ request }) => {
      await delay(300);
      return new Response(String((await request.arrayBuffer()).byteLength));
    },
    { parse: () => null },
  );

let listener: Listener;
beforeAll(async () => {
  listener = await listen();
});
afterAll(() => listener.stop(0));

const options = { host: '127.0.0.1', port: 0, maxRequestBodySize: LIMIT, idleTimeout: 1 };
const listen = () => runtime.listen(app, wire, options);

test('a complete response has a length for GET and HEAD, and a streamed one is chunked', async () => {
  const small = await openRaw(
    listener.port,
    requestHead('GET /small') + requestHead('HEAD /small', 'Connection: close'),
  );
  const [first, second] = (await small.ended()).toLowerCase().split('http/1.1 200 ok').slice(1);
  expect(first).toContain('content-length: 14\r\n');
  expect(first).toEndWith('{"small":true}');
  expect(second).toContain('content-length: 14\r\n');
  expect(second).toEndWith('\r\n\r\n');
  gate = Promise.withResolvers();
  const two = await openRaw(listener.port, requestHead('GET /two', 'Connection: close'));
  expect(await two.until('first')).not.toContain('second');
  gate.resolve();
  expect((await two.ended()).toLowerCase()).toContain('transfer-encoding: chunked');
});

test('the transport returns the address of the caller', async () => {
  expect(await (await fetch(`${listener.url}/address`)).text()).toBe('127.0.0.1');
});

test('the transport returns https for a request over TLS and http otherwise', async () => {
  expect(await (await fetch(`${listener.url}/scheme`)).text()).toBe('http');
  const tls = await generateCertificate({ commonname: 'localhost', sans: ['127.0.0.1'] });
  const tlsListener = await runtime.listen(app, wire, { ...options, tls });
  const answer = await fetch(`${tlsListener.url}/scheme`, runtime.trustAnyCertificate());
  expect(await answer.text()).toBe('https');
  await tlsListener.stop(0);
});

test('a body above the limit returns 413 with and without a declared length', async () => {
  const connection = await openRaw(listener.port, requestHead('POST /late', `Content-Length: ${LIMIT + 1}`));
  expect(await connection.ended()).toStartWith('HTTP/1.1 413');
  const counted = await openRaw(listener.port, requestHead('POST /late', 'Transfer-Encoding: chunked'));
  counted.socket.write(`${(LIMIT + 1).toString(16)}\r\n${'x'.repeat(LIMIT + 1)}\r\n0\r\n\r\n`);
  expect(await counted.ended()).toStartWith('HTTP/1.1 413');
  const most = await openRaw(
    listener.port,
    requestHead('POST /late', `Content-Length: ${LIMIT}`, 'Connection: close'),
  );
  most.socket.write('x'.repeat(LIMIT));
  expect(await most.ended()).toEndWith(String(LIMIT));
});

test('the listener reads the next request after an unread body', async () => {
  const body = 'x'.repeat(200_000);
  const connection = await openRaw(
    listener.port,
    requestHead('POST /unread', `Content-Length: ${body.length}`),
  );
  await connection.until('not looked at');
  connection.socket.write(body + requestHead('GET /small', 'Connection: close'));
  expect(await connection.ended()).toEndWith('{"small":true}');
});

test('the listener sends 100 Continue to a caller that expects it', async () => {
  const asking = await openRaw(
    listener.port,
    requestHead('POST /late', 'Content-Length: 5', 'Expect: 100-continue', 'Connection: close'),
  );
  await asking.until('HTTP/1.1 100 Continue\r\n\r\n');
  asking.socket.write('hello');
  expect(await asking.ended()).toEndWith('5');
});

/**
 * Number of requests that are answered next to a caller that reads nothing. Each takes at least one turn of
 * the event loop.
 */
const ANSWERED_BESIDE = 600;

test('an endless response waits for a slow reader and ends when the caller disconnects', async () => {
  produced = 0;
  const slow = await openRaw(listener.port, '');
  slow.socket.pause();
  slow.socket.write(requestHead('GET /endless'));
  await eventually(() => produced > 0, 'the answer begins');
  for (let n = 0; n < ANSWERED_BESIDE; n++) await (await fetch(`${listener.url}/small`)).text();
  // Both sockets buffer less than this. One chunk per turn of the event loop would exceed it.
  expect(produced).toBeLessThan(32 * 1024 * 1024);
  slow.socket.destroy();
  await eventually(() => noted.cancelled === true, 'the answer ends');
});

test('a handler is notified when its caller disconnects', async () => {
  const leaving = await openRaw(listener.port, requestHead('GET /left'));
  await eventually(() => noted.waiting === true, 'the handler runs');
  leaving.socket.destroy();
  await eventually(() => noted.left === true, 'the handler learns of it');
});

test('the listener closes an idle connection unless its timeout is disabled', async () => {
  gate = Promise.withResolvers();
  const connection = await openRaw(listener.port, requestHead('GET /held'));
  const idle = await openRaw(listener.port, requestHead('GET /small'));
  // Newer than the waiting request, so its idle timeout ends later.
  const waiting = await openRaw(listener.port, requestHead('GET /waiting'));
  expect(await idle.ended()).toEndWith('{"small":true}');
  expect(await waiting.ended()).toBe('');
  expect([connection.received(), connection.socket.closed]).toEqual(['', false]);
  gate.resolve();
  expect(await connection.until('held')).toStartWith('HTTP/1.1 200');
  connection.socket.destroy();
});

test('a stop waits for a response in progress and not for an idle connection', async () => {
  gate = Promise.withResolvers();
  const own = await listen();
  const idle = await openRaw(own.port, '');
  const busy = await openRaw(own.port, requestHead('GET /two'));
  await busy.until('first');
  const order: string[] = [];
  const stopped = own.stop(ENDLESS_MS).then(() => order.push('stopped'));
  // A stop that does not wait would end during these turns.
  for (let n = 0; n < 10; n++) await (await fetch(`${listener.url}/small`)).text();
  order.push('released');
  gate.resolve();
  expect(await busy.ended()).toContain('second');
  await stopped;
  expect(order).toEqual(['released', 'stopped']);
  idle.socket.destroy();
});

test('a stop ends after its grace period when a request hangs, and not earlier', async () => {
  gate = Promise.withResolvers();
  const [patient, hasty] = [await listen(), await listen()];
  const begun = async (port: number) => {
    noted.held = false;
    const raw = await openRaw(port, requestHead('GET /held'));
    await eventually(() => noted.held === true, 'the request arrives');
    return raw;
  };
  const [waiting, cut] = [await begun(patient.port), await begun(hasty.port)];
  let isPatientStopped = false;
  const stopped = patient.stop(ENDLESS_MS).then(() => {
    isPatientStopped = true;
  });
  await hasty.stop(20);
  expect(await cut.ended()).toBe('');
  expect(isPatientStopped).toBe(false);
  gate.resolve();
  expect(await waiting.ended()).toEndWith('held');
  await stopped;
});
