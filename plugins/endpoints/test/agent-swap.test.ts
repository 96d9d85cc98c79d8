import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import {
  type CertificatePair,
  describeCertificate,
  generateCertificate,
} from '../../../src/kit/tls/certificate.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { Connection, UntrustedServerError } from '../agent/connection.ts';
import { createEnrolledPc, setSharedKey } from './pcs.ts';

const names = { commonname: 'localhost', sans: ['localhost', '127.0.0.1'] };
const pinOf = ({ cert }: CertificatePair) => describeCertificate(cert).spkipin;

let site: Site;
let before: CertificatePair;
let after: CertificatePair;
beforeAll(async () => {
  site = await startSite({ config: { tls: true } });
  await setSharedKey(site);
  before = await generateCertificate(names);
  after = await generateCertificate(names);
});
afterAll(() => site.stop());

/** Starts a server that changes its certificate when it gets request number `swapsAt`. */
function swapping(swapsAt: number, closing = Number.POSITIVE_INFINITY) {
  let calls = 0;
  let connections = 0;
  const sockets = new Set<TLSSocket>();
  const server = createServer(before, (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => {
      if (++calls >= swapsAt && calls < swapsAt + closing) {
        server.setSecureContext(after);
        for (const one of sockets) one.destroy();
        return;
      }
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"data":"yes"}');
    });
  }).listen(0, '127.0.0.1');
  return {
    server,
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => ({ calls, connections }),
  };
}

test('the agent repeats a request when the server closes the connection for an announced certificate', async () => {
  const { server, url, counts } = swapping(2, 1);
  const connection = new Connection(url, () => [pinOf(before), pinOf(after)]);
  const bodies = [await connection.request('/one'), await connection.request('/two')];
  expect(bodies.map(({ data }) => data)).toEqual(['yes', 'yes']);
  expect(counts()).toEqual({ calls: 3, connections: 2 });
  connection.close();
  server.close();
});

test('the agent repeats a request once when a certificate is announced, and never otherwise', async () => {
  for (const [pins, calls] of [
    [[pinOf(before), pinOf(after)], 2],
    [[pinOf(before)], 1],
  ] as const) {
    const { server, url, counts } = swapping(1);
    const connection = new Connection(url, () => pins);
    expect(await connection.request('/one').catch((cause: Error) => cause)).toBeInstanceOf(Error);
    expect(counts().calls).toBe(calls);
    connection.close();
    server.close();
  }
});

test('the agent sends nothing to a server with an unannounced key', async () => {
  const { server, url, counts } = swapping(9);
  const connection = new Connection(url, () => [pinOf(after), 'x'.repeat(44)]);
  expect(await connection.request('/one').catch((cause: Error) => cause)).toBeInstanceOf(
    UntrustedServerError,
  );
  expect(counts().calls).toBe(0);
  connection.close();
  server.close();
});

test('the agent repeats a streamed download when the server changes its certificate', async () => {
  const { server, url } = swapping(1, 1);
  const connection = new Connection(url, () => [pinOf(before), pinOf(after)]);
  const chunks: Buffer[] = [];
  await connection.read('/file', {}, (chunk) => void chunks.push(chunk));
  expect(Buffer.concat(chunks).toString()).toBe('{"data":"yes"}');
  connection.close();
  server.close();
});

test('the agent renews its connection regularly without losing a request', async () => {
  const { server, url, counts } = swapping(Number.POSITIVE_INFINITY);
  const connection = new Connection(url, () => [pinOf(before)], 20);
  for (let n = 0; n < 100; n++) {
    expect((await connection.request('/one')).data).toBe('yes');
    await Bun.sleep(n % 7);
  }
  expect(counts()).toEqual({ calls: 100, connections: expect.any(Number) });
  expect(counts().connections).toBeWithin(8, 60);
  connection.close();
  server.close();
});

test('agent requests succeed while the server changes its certificate', async () => {
  const path = '/api/endpoints/settings/server-cert';
  const { agent } = await createEnrolledPc(site, 'swap-1');
  const credential = {
    'x-endpoint-credential': (agent as unknown as { headers: Record<string, string> }).headers[
      'x-endpoint-credential'
    ]!,
  };
  let pins = [(await site.admin.get(path)).data.spkipin as string];
  const connection = new Connection(site.url, () => pins);
  const checkIn = async () => {
    const answer = await connection.request('/endpoints/checkin', {
      method: 'POST',
      body: {},
      headers: credential,
    });
    pins = (answer.data as { serverpins: string[] }).serverpins;
    return answer.status;
  };
  for (let round = 0; round < 3; round++) {
    await site.admin.post(`${path}/generate`, { ...names, announceminutes: 60 });
    expect([await checkIn(), pins.length]).toEqual([200, 2]);
    let isOver = false;
    const calls = Array.from({ length: 3 }, async () => {
      const statuses = new Set<number>();
      while (!isOver) statuses.add(await checkIn());
      return [...statuses];
    });
    expect((await site.admin.post(`${path}/activate`)).status).toBe(200);
    await checkIn();
    isOver = true;
    expect(await Promise.all(calls)).toEqual([[200], [200], [200]]);
    expect(pins).toEqual([(await site.admin.get(path)).data.spkipin]);
  }
  connection.close();
});
