import { expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { IncomingBody } from './incoming-body.ts';

interface Sender {
  req: Request;
  /** Sends a chunk of `bytes` bytes. */
  send(bytes: number): void;
  leave(): void;
  /** Reports whether the rest of the body was canceled. */
  isLetGo(): boolean;
}

/** Returns a request whose body arrives in the chunks that the test sends and never ends by itself. */
function sender(): Sender {
  let into: ReadableStreamDefaultController<Uint8Array>;
  let isLetGo = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      into = controller;
    },
    cancel: () => {
      isLetGo = true;
    },
  });
  const leaving = new AbortController();
  const init = { method: 'POST', body, signal: leaving.signal, duplex: 'half' };
  return {
    req: new Request('http://pc/', init as RequestInit),
    send: (bytes) => into.enqueue(new Uint8Array(bytes)),
    leave: () => leaving.abort(),
    isLetGo: () => isLetGo,
  };
}

async function sizeOf(arrival: IncomingBody): Promise<number> {
  let size = 0;
  for await (const { byteLength } of arrival) size += byteLength;
  return size;
}

test('the reader times out and cancels a body that arrives too slowly', async () => {
  const slow = sender();
  const trickling = setInterval(() => slow.isLetGo() || slow.send(1), 5);
  await expect(new IncomingBody(slow.req, 60).within(sizeOf)).rejects.toMatchObject({
    code: 'REQUEST_TIMEOUT',
  });
  clearInterval(trickling);
  expect(slow.isLetGo()).toBe(true);
});

test('the reader accepts a slow large body while it continues to arrive', async () => {
  const large = sender();
  const steady = setInterval(() => large.send(300_000), 40);
  const taken = new IncomingBody(large.req, 150).within(async (arrival) => {
    let pieces = 0;
    for await (const _piece of arrival) if (++pieces === 10) return 'writable';
    return 'ended';
  });
  expect(await taken).toBe('writable');
  clearInterval(steady);
});

test('a disconnect aborts the work when no read is pending', async () => {
  const left = sender();
  const reading = new IncomingBody(left.req, 10_000).within(sizeOf);
  await delay(5);
  left.leave();
  await expect(reading).rejects.toThrow('The request is incomplete.');
});

test('the reader rejects with the first error when a body ends twice', async () => {
  const silent = sender();
  const result = new IncomingBody(silent.req, 10_000).within((arrival) => {
    arrival.end(new Error('first'));
    arrival.end(new Error('second'));
    return sizeOf(arrival);
  });
  await expect(result).rejects.toThrow('first');
  expect(silent.isLetGo()).toBe(true);
});
