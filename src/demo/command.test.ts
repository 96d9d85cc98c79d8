import { afterEach, expect, test } from 'bun:test';
import { runDemo } from './command.ts';
import { readDemoOptions } from './command-options.ts';
import { loadPlant } from './load-plant.ts';
import { FakeServer } from './test/fake-server.ts';

let server: FakeServer | undefined;
afterEach(() => server?.stop());

const login = { username: 'admin', password: 'correct horse' };

function start(): { fake: FakeServer; url: string } {
  server = new FakeServer();
  return { fake: server, url: server.url };
}

test('the loader creates a plant with relationships, reports and agent inventories', async () => {
  const { fake, url } = start();
  const summary = await loadPlant({ url, ...login, assets: 200, seed: 1, inventoriesDir: 'test/data/glpi' });
  expect(summary.assets).toEqual({ created: 200, existing: 0 });
  expect(summary.reports).toEqual({ created: 0, updated: 90, unchanged: 0 });
  expect(summary.inventories).toBe(10);
  expect(fake.rows('/api/assets')).toHaveLength(200);
  expect(fake.rows('/api/assets/relationships')).toHaveLength(summary.relationships.created);
});

test('the loader changes nothing when the plant exists', async () => {
  const { fake, url } = start();
  await loadPlant({ url, ...login, assets: 200, seed: 1 });
  const before = fake.counts();
  const again = await loadPlant({ url, ...login, assets: 200, seed: 1 });
  expect(again.assets).toEqual({ created: 0, existing: 200 });
  expect(again.relationships.created).toBe(0);
  expect(again.reports).toEqual({ created: 0, updated: 0, unchanged: 90 });
  expect(fake.counts()).toEqual(before);
});

test('the loader adds assets without duplicate host names when the plant is larger', async () => {
  const { fake, url } = start();
  await loadPlant({ url, ...login, assets: 200, seed: 1 });
  expect((await loadPlant({ url, ...login, assets: 300, seed: 1 })).assets).toEqual({
    created: 100,
    existing: 200,
  });
  const hostnames = fake.rows('/api/assets').flatMap((asset) => asset.hostname ?? []);
  expect(new Set(hostnames).size).toBe(hostnames.length);
});

test('the loader sends assets and relationships with complete references', async () => {
  const { fake, url } = start();
  await loadPlant({ url, ...login, assets: 200, seed: 1 });
  for (const asset of fake.rows('/api/assets')) {
    for (const field of [
      'assettypeid',
      'statusid',
      'locationid',
      'businessunitid',
      'vendorid',
      'modelnumberid',
    ]) {
      expect(asset[field], `${asset.assetnumber} ${field}`).toBeNumber();
    }
  }
  for (const tie of fake.rows('/api/assets/relationships')) {
    expect([tie.sourceassetid, tie.targetassetid, tie.relationshiptypeid].every(Number.isInteger)).toBe(true);
  }
});

test('the loader deletes its service token, or uses the collector key that is passed', async () => {
  const { fake, url } = start();
  await loadPlant({ url, ...login, assets: 200, seed: 1 });
  expect(fake.deleted).toEqual(['/api/apitokens/1']);
  await loadPlant({ url, ...login, assets: 200, seed: 1, collectorkey: 'given' });
  expect(fake.keys).toEqual(new Set(['made', 'given']));
  expect(fake.deleted).toHaveLength(1);
});

test('the loader signs in again after 401 and retries after 429 and 503', async () => {
  const { fake, url } = start();
  fake.refuseOnce.push([401, '/api/vendors'], [429, '/api/models'], [503, '/api/locations']);
  const summary = await loadPlant({ url, ...login, assets: 200, seed: 1 });
  expect(summary.assets.created).toBe(200);
  expect(fake.refuseOnce).toEqual([]);
  expect(fake.logins).toBe(2);
});

test('the command creates the admin of an empty server and prints a summary', async () => {
  const { fake, url } = start();
  fake.needsadmin = true;
  const lines: string[] = [];
  const args = ['--url', url, '--username', 'admin', '--password', 'correct horse', '--assets', '200'];
  expect(await runDemo(args, {}, (line) => lines.push(line))).toBe(0);
  expect(lines).toContain('Created the admin admin.');
  expect(lines).toContain('Assets: 200 created, 0 already existed.');
  expect(lines.some((line) => line.startsWith('Assets: 200 of 200, in '))).toBe(true);
  const recording = ['/api/demo/scripts', '/api/demo/scripts/demo-7/end'];
  expect(fake.steps).toEqual(['/api/setup/create-admin', '/api/setup/seed-starter', ...recording]);
  expect([...fake.requestids]).toEqual(['demo-7']);
});

test('the command loads into an appliance with assets of its own without recording', async () => {
  const { fake, url } = start();
  fake.canload = false;
  const lines: string[] = [];
  expect(await runDemo(['--url', url, '--token', 't'], {}, (line) => lines.push(line))).toBe(0);
  expect(lines[0]).toContain('cannot be removed as a whole');
  expect([fake.steps, [...fake.requestids]]).toEqual([[], [null]]);
});

test('the command prints an error and returns 2 for wrong usage and 1 for a failure', async () => {
  const { fake, url } = start();
  const lines: string[] = [];
  const run = (...args: string[]) => runDemo(args, {}, (line) => lines.push(line));
  expect(await run('--url', url)).toBe(2);
  expect(lines.pop()).toContain('--username');
  expect(await run('--assets', '5', '--token', 't')).toBe(2);
  expect(lines.pop()).toContain('200 to 100000');
  expect(await run('--colour')).toBe(2);
  fake.needsadmin = true;
  expect(await run('--url', url, '--token', 't')).toBe(2);
  expect(lines.pop()).toContain('no users yet');
  fake.stop();
  expect(await run('--url', url, '--token', 't')).toBe(1);
  expect(lines.pop()).toContain('Check that the appliance is running');
  expect(await run('--help')).toBe(0);
});

test('the command accepts self-signed certificates only from localhost unless --insecure is set', () => {
  const insecure = (...args: string[]) =>
    readDemoOptions(['--token', 't', ...args], {})?.fetchOptions?.tls !== undefined;
  expect(insecure()).toBe(true);
  expect(insecure('--no-insecure')).toBe(false);
  expect(insecure('--url', 'https://mw.plant.example')).toBe(false);
  expect(insecure('--url', 'https://mw.plant.example', '--insecure')).toBe(true);
});

test('the command uses the address of the environment when --url is missing', () => {
  const url = (env: Record<string, string>, ...args: string[]) =>
    readDemoOptions(['--token', 't', ...args], env)?.url;
  expect(url({})).toBe('https://localhost:8443');
  expect(url({ MILLWRIGHT_PORT: '9000', MILLWRIGHT_HOST: '0.0.0.0' })).toBe('https://localhost:9000');
  expect(url({ MILLWRIGHT_HOST: '::1', MILLWRIGHT_BASE_PATH: 'mw/' })).toBe('https://[::1]:8443/mw');
  expect(url({ MILLWRIGHT_NO_TLS: '1', MILLWRIGHT_HOST: 'plant-box' })).toBe('http://plant-box:8443');
  expect(url({ MILLWRIGHT_PORT: '9000' }, '--url', 'https://other:1')).toBe('https://other:1');
});

test('the command prefers the collector key of the flag to that of the environment', () => {
  const key = (args: string[], env: string) =>
    readDemoOptions(['--token', 't', ...args], { MILLWRIGHT_COLLECTOR_KEY: env })?.collectorkey;
  expect(key(['--collector-key', 'flag'], 'env')).toBe('flag');
  expect(key([], 'env')).toBe('env');
  expect(key([], '')).toBeUndefined();
});
