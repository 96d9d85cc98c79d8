import { connect } from 'node:net';

export interface Load {
  port: number;
  /** Returns the n-th request as raw HTTP/1.1 with keep-alive. */
  request(n: number): string;
  connections: number;
  milliseconds: number;
}

export interface LoadResult {
  persecond: number;
  /** The median latency in milliseconds. */
  p50: number;
  p99: number;
}

/**
 * Keeps all connections busy with one request after the other. Throws on a response other than 2xx or 304.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const times: number[] = [];
  const until = performance.now() + load.milliseconds;
  let sent = 0;
  const next = () => load.request(sent++);
  const began = performance.now();
  await Promise.all(Array.from({ length: load.connections }, () => drive(load.port, next, until, times)));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { persecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

function drive(port: number, next: () => string, until: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let started = 0;
    let missing = 0;
    let head = Buffer.alloc(0);
    const send = () => {
      if (performance.now() >= until) {
        socket.end();
        return resolve();
      }
      started = performance.now();
      socket.write(next());
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) missing -= chunk.length;
      else {
        head = Buffer.concat([head, chunk]);
        if (!head.includes('\r\n\r\n')) return;
        missing = countMissingBytes(head, reject);
        head = Buffer.alloc(0);
      }
      if (missing > 0) return;
      times.push(performance.now() - started);
      send();
    });
  });
}

/**
 * Returns the number of body bytes that are missing after the first chunk. Calls `reject` for a status other
 * than 2xx and 304.
 */
function countMissingBytes(chunk: Buffer, reject: (cause: Error) => void): number {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  if (!/^HTTP\/1\.1 (2|304)/.test(head))
    reject(new Error(`Unexpected answer: ${chunk.toString('utf8', 0, 300)}`));
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return length - (chunk.length - end - 4);
}
