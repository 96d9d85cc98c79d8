import { afterAll, beforeAll, expect, test } from 'bun:test';
import { fetchOutbound } from '../../src/kit/outbound-fetch.ts';
import { type CertificatePair, generateCertificate } from '../../src/kit/tls/certificate.ts';

let pair: CertificatePair;
let server: ReturnType<typeof Bun.serve>;
let seen: { method: string; host: string | null; body: string }[] = [];
beforeAll(async () => {
  pair = await generateCertificate({ commonname: 'localhost', sans: ['localhost'] });
  server = Bun.serve({
    port: 0,
    tls: pair,
    fetch: async (request) => {
      const path = new URL(request.url).pathname;
      seen.push({ method: request.method, host: request.headers.get('host'), body: await request.text() });
      if (path === '/redirect') return Response.redirect('/elsewhere', 302);
      if (path === '/long') return new Response('x'.repeat(5 * 1024 ** 2));
      return new Response('answer', { status: 201, headers: { 'x-test': 'yes' } });
    },
  });
});
afterAll(() => server.stop(true));

const url = (path: string) => `https://localhost:${server.port}${path}`;

test('fetchOutbound accepts only a server with a certificate of the configured authority', async () => {
  seen = [];
  await expect(fetchOutbound('')(url('/'))).rejects.toThrow(/certificate/i);
  expect(seen).toEqual([]);
  const answer = await fetchOutbound(pair.cert)(url('/'), { method: 'PUT', body: 'Käfer' });
  expect([answer.status, answer.headers.get('x-test'), await answer.text()]).toEqual([201, 'yes', 'answer']);
  expect(seen).toEqual([{ method: 'PUT', host: `localhost:${server.port}`, body: 'Käfer' }]);
});

test('fetchOutbound returns a redirect and does not follow it', async () => {
  seen = [];
  expect((await fetchOutbound(pair.cert)(url('/redirect'))).status).toBe(302);
  expect(seen).toHaveLength(1);
});

test('fetchOutbound rejects when the response is too long', async () => {
  await expect(fetchOutbound(pair.cert)(url('/long'))).rejects.toThrow(
    'The response of the server is too long.',
  );
});

test('fetchOutbound refuses reserved addresses', async () => {
  await expect(fetchOutbound('')('http://169.254.169.254/')).rejects.toThrow(/blocked address/);
  await expect(fetchOutbound(pair.cert, false)(url('/'))).rejects.toThrow(/blocked address/);
});
