import { afterAll, beforeAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Elysia } from 'elysia';
import { type Listener, runtime } from '#runtime';
import { generateCertificate } from '../../src/kit/tls/certificate.ts';
import { head, openRaw } from './raw.ts';

const LIMIT = 1024 * 1024;
const wire = runtime.newWire();
const noted: Record<string, unknown> = {};
let produced = 0;

const app = new Elysia({ strictPath: true })
  .get('/small', () => ({ small: true }))
  .get('/address', ({ request }) => wire.addressOf(request))
  .get('/scheme', ({ request }) => wire.schemeOf(request))
  .get('/slow', async ({ request }) => {
    wire.hold(request);
    await delay(3000);
    return 'held';
  })
  .get('/left', ({ request }) => {
    noted.waiting = true;
    return new Promise<string>((resolve) =>
      request.signal.addEventListener('abort', () => {
        noted.left = true;
        resolve('nobody is there');
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
          if (turn === 1) await delay(200);
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

async function eventually(condition: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 200 && !condition(); tries++) await delay(10);
  return condition();
}

test('an answer of one piece tells its length, to HEAD too, and a longer one comes as it is made', async () => {
  const small = await openRaw(listener.port, head('GET /small') + head('HEAD /small', 'Connection: close'));
  const [first, second] = (await small.ended()).toLowerCase().split('http/1.1 200 ok').slice(1);
  expect(first).toContain('content-length: 14\r\n');
  expect(first).toEndWith('{"small":true}');
  expect(second).toContain('content-length: 14\r\n');
  expect(second).toEndWith('\r\n\r\n');
  const two = await openRaw(listener.port, head('GET /two', 'Connection: close'));
  expect(await two.until('first')).not.toContain('second');
  expect((await two.ended()).toLowerCase()).toContain('transfer-encoding: chunked');
});

test('the address of the caller is known', async () => {
  expect(await (await fetch(`${listener.url}/address`)).text()).toBe('127.0.0.1');
});

test('whether the caller came over TLS is known', async () => {
  expect(await (await fetch(`${listener.url}/scheme`)).text()).toBe('http');
  const tls = await generateCertificate({ commonname: 'localhost', sans: ['127.0.0.1'] });
  const over = await runtime.listen(app, wire, { ...options, tls });
  const answer = await fetch(`${over.url}/scheme`, runtime.trustAnyCertificate());
  expect(await answer.text()).toBe('https');
  await over.stop(0);
});

test('a body over the limit is 413, whether its length was told or not', async () => {
  const told = await openRaw(listener.port, head('POST /late', `Content-Length: ${LIMIT + 1}`));
  expect(await told.ended()).toStartWith('HTTP/1.1 413');
  const counted = await openRaw(listener.port, head('POST /late', 'Transfer-Encoding: chunked'));
  counted.socket.write(`${(LIMIT + 1).toString(16)}\r\n${'x'.repeat(LIMIT + 1)}\r\n0\r\n\r\n`);
  expect(await counted.ended()).toStartWith('HTTP/1.1 413');
  const most = await openRaw(
    listener.port,
    head('POST /late', `Content-Length: ${LIMIT}`, 'Connection: close'),
  );
  most.socket.write('x'.repeat(LIMIT));
  expect(await most.ended()).toEndWith(String(LIMIT));
});

test('a request after one whose body nobody read is met all the same', async () => {
  const body = 'x'.repeat(200_000);
  const both = await openRaw(listener.port, head('POST /unread', `Content-Length: ${body.length}`));
  await both.until('not looked at');
  both.socket.write(body + head('GET /small', 'Connection: close'));
  expect(await both.ended()).toEndWith('{"small":true}');
});

test('whoever asks before he sends his body is told to go on', async () => {
  const asking = await openRaw(
    listener.port,
    head('POST /late', 'Content-Length: 5', 'Expect: 100-continue', 'Connection: close'),
  );
  await asking.until('HTTP/1.1 100 Continue\r\n\r\n');
  asking.socket.write('hello');
  expect(await asking.ended()).toEndWith('5');
});

test('what is answered waits for whoever reads slowly, and ends with him', async () => {
  produced = 0;
  const slow = await openRaw(listener.port, '');
  slow.socket.pause();
  slow.socket.write(head('GET /endless'));
  await delay(300);
  const held = produced;
  // What the sockets of both ends take in, and not a stream without an end.
  expect(held).toBeLessThan(32 * 1024 * 1024);
  await delay(200);
  expect(produced).toBe(held);
  slow.socket.destroy();
  expect(await eventually(() => noted.cancelled === true)).toBe(true);
});

test('a handler learns that its caller has left', async () => {
  const leaving = await openRaw(listener.port, head('GET /left'));
  expect(await eventually(() => noted.waiting === true)).toBe(true);
  leaving.socket.destroy();
  expect(await eventually(() => noted.left === true)).toBe(true);
});

test('a connection without traffic is closed, and a request that is held is not', async () => {
  const idle = await openRaw(listener.port, head('GET /small'));
  const held = await openRaw(listener.port, head('GET /slow'));
  expect(await idle.ended()).toEndWith('{"small":true}');
  expect(await held.until('held')).toStartWith('HTTP/1.1 200');
  held.socket.destroy();
});

test('a stop does not wait for a connection that asks nothing, and lets an answer under way come to its end', async () => {
  const own = await listen();
  const idle = await openRaw(own.port, '');
  const busy = await openRaw(own.port, head('GET /two'));
  await busy.until('first');
  const began = performance.now();
  await own.stop(5000);
  expect(performance.now() - began).toBeLessThan(2000);
  expect(await busy.ended()).toContain('second');
  idle.socket.destroy();
});

test('a stop does not wait longer than it was told to', async () => {
  const own = await listen();
  const busy = await openRaw(own.port, head('GET /slow'));
  await delay(50);
  const began = performance.now();
  await own.stop(200);
  expect(performance.now() - began).toBeLessThan(1500);
  expect(await busy.ended()).toBe('');
});
