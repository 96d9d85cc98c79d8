import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { type Appliance, startAppliance } from '../browser/harness.ts';

let appliance: Appliance;
beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls', '--base-path', '/sub'] });
}, 30_000);
afterAll(() => appliance.kill());

/** Returns the status line of the response. */
function ask(path: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(appliance.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject).on('close', () => resolve(answer.split('\r\n')[0]!));
    socket.write(`GET ${path} HTTP/1.1\r\nHost:${host}\r\nConnection: close\r\n\r\n`);
  });
}

test.each(['', ' ', ' a b', ' [', ' x:99999999', ' %00', ' plant.example'])(
  'the server serves pages and 404 responses for the host header "%s"',
  async (host) => {
    expect(await ask('/sub/assets?x=y', host)).toBe('HTTP/1.1 200 OK');
    expect(await ask('/sub/api/nothing', host)).toBe('HTTP/1.1 404 Not Found');
    expect(await ask('/elsewhere', host)).toBe('HTTP/1.1 404 Not Found');
  },
);
