import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/receivers.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);

const MB = 1024 * 1024;

let site: Site;
let collector: Client;
beforeAll(async () => {
  site = await startSite();
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

/** Starts a report of this size whose sender only sends the first bytes. */
function slowReport(bytes: number, localAddress = '127.0.0.1'): { socket: Socket; answer: () => string } {
  const socket = connect({ port: Number(new URL(site.url).port), host: '127.0.0.1', localAddress });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/collector/computers HTTP/1.1\r\nHost: x\r\nX-API-Key: ${COLLECTOR_KEY}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{"hostname":`,
  );
  return { socket, answer: () => answer };
}

/** Waits until the start of each report was read, by the responses to other requests. */
async function sendRequests(): Promise<void> {
  for (let n = 0; n < 50; n++) expect((await site.anonymous.get('/api/dashboard/health')).status).toBe(200);
}

const largeReport = (hostname: string) => ({
  hostname,
  installedapps: Array.from({ length: 4000 }, (_, n) => ({ name: `p-${n}`, version: `${n}.0` })),
});

test('a sender that blocks the memory budget gets 408 when another report waits', async () => {
  const slow = [slowReport(16 * MB, '127.0.0.2'), slowReport(16 * MB, '127.0.0.3')];
  await sendRequests();
  const answer = await collector.post('/api/collector/computers', largeReport('patient'));
  expect(answer.status).toBe(200);
  const isRefused = () => slow.some(({ answer }) => answer().startsWith('HTTP/1.1 408'));
  await eventually(isRefused, 'one of the slow senders is refused');
  for (const { socket } of slow) socket.destroy();
});

test('a single sender may use only half of the memory budget, so others do not wait', async () => {
  const slow = Array.from({ length: 6 }, () => slowReport(16 * MB, '127.0.0.2'));
  await sendRequests();
  const answer = await collector.post('/api/collector/computers', largeReport('somebody else'));
  expect(answer.status).toBe(200);
  expect(slow.map(({ answer }) => answer())).toEqual(Array(6).fill(''));
  for (const { socket } of slow) socket.destroy();
});

test('a slow report succeeds when no other report waits', async () => {
  const text = JSON.stringify(largeReport('slow'));
  const slow = slowReport(text.length);
  // Longer than the time limit of a report while others wait.
  await sleep(2500);
  slow.socket.write(text.slice('{"hostname":'.length));
  await eventually(() => slow.answer() !== '', 'the slow report is answered');
  expect(slow.answer()).toStartWith('HTTP/1.1 200');
  slow.socket.destroy();
});
