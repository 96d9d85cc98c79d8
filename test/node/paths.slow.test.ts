import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { openRaw, requestHead } from '../runtime/raw.ts';
import { prepareNodeBundle } from '../support/node-bundle.ts';

setDefaultTimeout(120_000);

const args = ['--no-tls', '--base-path', '/sub'];
let appliances: Appliance[] = [];
beforeAll(async () => {
  const program = await prepareNodeBundle();
  appliances = await Promise.all([startAppliance({ program, args }), startAppliance({ args })]);
});
afterAll(async () => {
  for (const appliance of appliances) await appliance.stop();
});

/**
 * Returns the response under Node.js, and expects the same under Bun. The path is sent unchanged, unlike in
 * client libraries.
 */
async function ask(method: string, path: string): Promise<string> {
  const request = requestHead(`${method} ${path}`, 'Connection: close');
  const [node, bun] = await Promise.all(
    appliances.map(({ url }) => outcomeOf(Number(new URL(url).port), request)),
  );
  expect([method, path, node]).toEqual([method, path, bun]);
  return node!;
}

async function outcomeOf(port: number, request: string): Promise<string> {
  const answer = await (await openRaw(port, request)).ended();
  const [status, code] = [answer.slice(9, 12), answer.match(/"code":"(\w+)"/)?.[1]];
  const type = answer.match(/content-type: ([^;\r]+)/i)?.[1];
  return [status, code ?? type].join(' ').trim();
}

const PAGE = '200 text/html';
const NOTHING = '404 NOT_FOUND';

test.each([
  ['/sub', PAGE],
  ['/sub/', PAGE],
  ['/sub/machines/5', PAGE],
  ['/sub/%2e%2e/sub/x', PAGE],
  ['/sub/icon-00000000.svg', '404 text/plain'],
  ['/sub/docs/LICENSE.txt', '200 text/plain'],
  ['/sub/api/vendors', '200 application/json'],
  ['/sub/api/vendors?search=[1]', '200 application/json'],
  ['http://another.example/sub/api/vendors', '200 application/json'],
  ['/sub/api/docs', PAGE],
  ['/sub/api', NOTHING],
  ['/sub/api/', NOTHING],
  ['/sub/api/nothing', NOTHING],
  ['/sub/api/vendors/', NOTHING],
  ['/sub/api/vendors//', NOTHING],
  ['/sub/api//vendors', NOTHING],
  ['//sub/api/vendors', NOTHING],
  ['/sub/api/VENDORS', NOTHING],
  ['/sub/api/%76endors', NOTHING],
  ['/sub/api/vendors/%zz', NOTHING],
  ['/sub/api/vendors/%2e%2e', NOTHING],
  ['/sub/api/x/../vendors', NOTHING],
  ['/sub/api\\vendors', NOTHING],
  ['/sub/api/models/image/..%2f..%2fsecrets.json', NOTHING],
  ['/', NOTHING],
  ['/subx', NOTHING],
  ['/api/vendors', NOTHING],
])('%s returns %s', async (path, outcome) => {
  expect(await ask('GET', path)).toBe(outcome);
});

test('an unknown method returns 404, and HEAD is handled like GET', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])
    expect([method, await ask(method, '/sub/api/dashboard/health')]).toEqual([method, NOTHING]);
  expect(await ask('HEAD', '/sub/api/vendors')).toBe('200 application/json');
  expect(await ask('HEAD', '/sub/')).toBe(PAGE);
  expect(await ask('POST', '/sub/machines')).toBe(NOTHING);
});

test('an invalid request target returns 400', async () => {
  expect(await ask('OPTIONS', '*')).toBe('400');
});
