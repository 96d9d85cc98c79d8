import { expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startAppliance } from '../browser/harness.ts';
import { eventually } from '../support/receivers.ts';
import { step } from '../support/step.ts';
import { createFirstAdmin, createScratchDirectory, readVendorNames } from './process.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('stop');

/**
 * Starts a request whose body is sent in two halves. `finish` sends the second half and returns the whole
 * response.
 */
async function slowPost(url: string, path: string, headers: Record<string, string>, body: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const half = Math.floor(body.length / 2);
  const lines = Object.entries({ ...headers, host: 'plant', 'content-length': String(body.length) });
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  socket.write(body.slice(0, half));
  return async () => {
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(body.slice(half));
    await closed;
    return received;
  };
}

/**
 * Stops an appliance during a half-sent request. The request is completed, and new connections are refused.
 */
async function stopDuringRequest(data: string): Promise<void> {
  const appliance = await startAppliance({ data, args: ['--no-tls'] });
  const headers = await createFirstAdmin(appliance.url);
  const idle = connect(Number(new URL(appliance.url).port), '127.0.0.1');
  const finish = await slowPost(
    appliance.url,
    '/api/vendors',
    headers,
    JSON.stringify({ vendor: 'Slow but sure' }),
  );
  // Responses to other requests prove that the first half was read.
  for (let n = 0; n < 20; n++)
    expect((await fetch(`${appliance.url}/api/dashboard/health`)).status).toBe(200);
  const order: string[] = [];
  const ended = appliance.stop().finally(() => order.push('ended'));
  const isRefused = () =>
    fetch(`${appliance.url}/api/vendors`).then(
      () => false,
      (cause) => /refused/i.test(cause.code),
    );
  await eventually(isRefused, 'a new connection is refused');
  order.push('refused');
  expect(await finish()).toStartWith('HTTP/1.1 201 ');
  order.push('finished');
  expect(await ended).toBe(0);
  expect(order).toEqual(['refused', 'finished', 'ended']);
  idle.destroy();
  expect(appliance.stderr()).toBe('');
}

test('the server completes running requests, refuses new ones and exits with 0 when it is stopped', async () => {
  const data = join(scratch, 'request');
  await step('Stop during a request', () => stopDuringRequest(data));
  await step('Find its record at the next start', async () => {
    const appliance = await startAppliance({ data, args: ['--no-tls'] });
    expect(await readVendorNames(appliance.url)).toEqual(new Set(['Slow but sure']));
    expect(await appliance.stop()).toBe(0);
  });
});

test('the server exits with 0 when the terminal is closed', async () => {
  const data = join(scratch, 'hang-up');
  const appliance = await startAppliance({ data, args: ['--no-tls'] });
  process.kill(appliance.pid, 'SIGHUP');
  expect(await appliance.exited).toBe(0);
  expect(readdirSync(data).filter((name) => /owner\.json|-wal|-shm/.test(name))).toEqual([]);
  expect(appliance.stderr()).toBe('');
});
