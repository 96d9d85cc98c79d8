import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:tls';
import { z } from 'zod';
import { runtime } from '#runtime';
import { plugins } from '../../plugins/index.ts';
import { AppError } from '../../src/kit/errors.ts';
import { api, routeOptions } from '../../src/kit/http/api.ts';
import { routesOf } from '../../src/kit/http/routes.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { generateCertificate } from '../../src/kit/tls/certificate.ts';
import { type Site, startSite } from '../support/site.ts';

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const failLater = async () => {
  await later(5);
  throw new AppError('CONFLICT', 'It was lost on the way.');
};
const trial = definePlugin({
  id: 'trial',
  title: 'Trial',
  description: 'Routes that try the guard',
  routes: () => [
    api('/api/trial')
      // The source text of this handler does not reveal that it returns a promise.
      .get('/late', () => [failLater][0]!(), routeOptions({ access: 'open', summary: 'Rejects late' }))
      .get(
        '/echo',
        ({ query }) => query,
        routeOptions({
          access: 'open',
          summary: 'Says the query',
          query: z.object({ search: z.string().optional(), other: z.string().optional() }),
        }),
      )
      .post(
        '/raw',
        async ({ call }) => ({ bytes: (await call.req.arrayBuffer()).byteLength }),
        routeOptions({
          access: 'login',
          summary: 'Counts the bytes',
          raw: { type: 'application/octet-stream' },
        }),
      ),
  ],
});

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, trial] });
});
afterAll(() => site.stop());

test('each route has the guard as its only body parser and first hook', () => {
  const routes = site.app.server.routes as {
    hooks: { parse?: unknown; transform?: unknown; detail?: { aliasOf?: string } };
  }[];
  const spellings = routes.filter(({ hooks }) => hooks.detail?.aliasOf !== undefined);
  expect(routes.length - spellings.length).toBe(site.app.routes.length);
  const names = (hook: unknown) => [hook].flat().map((one) => fnOf(one).name);
  const wrong = routes.filter(
    ({ hooks }) => names(hooks.parse).join() !== 'guardBody' || names(hooks.transform)[0] !== 'guardRest',
  );
  expect(wrong).toEqual([]);
});

const fnOf = (hook: unknown): { name: string } =>
  (typeof hook === 'object' && hook !== null && 'fn' in hook ? hook.fn : hook) as { name: string };

test('the guard returns 401 before it reads the body of an anonymous caller', async () => {
  for (const path of ['/api/trial/raw', '/api/vendors']) {
    let sent = 0;
    const body = new ReadableStream({
      async pull(controller) {
        await later(20);
        if (++sent > 200) return controller.close();
        controller.enqueue(new Uint8Array(1024));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', body, headers, duplex: 'half' };
    const answer = await fetch(site.url + path, init);
    expect([path, answer.status, sent < 100]).toEqual([path, 401, true]);
  }
});

test('the server reads each query parameter as text', async () => {
  const echo = (query: string) => site.anonymous.get(`/api/trial/echo?${query}`);
  expect((await echo('search=[1]')).data).toEqual({ search: '[1]' });
  expect((await echo('search={"a":1}')).data).toEqual({ search: '{"a":1}' });
  expect((await echo('search=1&search=2')).data).toEqual({ search: '2' });
  expect((await echo('search=a%20b+c&other=')).data).toEqual({ search: 'a b c', other: '' });
  expect((await site.anonymous.get('/api/vendors?search=[1]')).status).toBe(200);
});

test('the server returns the error envelope when a handler rejects late', async () => {
  const answer = await site.anonymous.get('/api/trial/late');
  expect([answer.status, answer.error]).toEqual([
    409,
    { code: 'CONFLICT', message: 'It was lost on the way.' },
  ]);
});

test('the start fails when a route lacks access or has an unknown option', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what tsc refuses is met again at the start
  const slip = (options: object) => api('/api/slip').get('', () => 1, options as any);
  expect(() => routesOf([slip({ summary: 'No access' })])).toThrow(
    'The route GET /api/slip declares no access',
  );
  expect(() => slip({ access: 'open', sumary: 'x' })).toThrow('sumary');
  expect(() => slip({ access: 'open', parse: () => 1 })).toThrow('parse');
  expect(() => slip({ access: 'open', beforeHandle: () => 1 })).toThrow('beforeHandle');
});

test('the compiler rejects mistakes in a route', () => {
  // @ts-expect-error a misspelt key
  routeOptions({ access: 'open', summary: 's', sumary: 's' });
  // @ts-expect-error no access
  routeOptions({ summary: 's' });
  // @ts-expect-error a right that there is not
  routeOptions({ access: 'logn', summary: 's' });
  const body = z.object({ name: z.string() });
  const routes = api('/api/slip')
    // @ts-expect-error no such key of the body
    .post('', ({ body }) => body.naem, routeOptions({ access: 'open', summary: 's', body }))
    // @ts-expect-error no such thing on the call
    .get('', ({ call }) => call.actr, routeOptions({ access: 'open', summary: 's' }));
  expect(routesOf([routes])).toHaveLength(2);
});

test('the server accepts short host names over TLS', async () => {
  const tls = await generateCertificate({ commonname: 'pc', sans: ['pc', 'a'] });
  const listener = await site.app.listen({
    host: '127.0.0.1',
    port: 0,
    tls,
    maxRequestBodySize: 1024,
    idleTimeout: 10,
  });
  for (const host of ['a', 'pc', 'plant-server']) {
    const answer = await raw(
      listener.port,
      `GET /api/dashboard/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect([host, answer.split('\r\n')[0]]).toEqual([host, 'HTTP/1.1 200 OK']);
  }
  await listener.stop(0);
  expect(runtime.name).toMatch(/^(bun|node) \d/);
});

function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () =>
      socket.write(request),
    );
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}
