import { expect, test } from 'bun:test';
import { listReachableNames } from '../../src/features/setup/addresses.ts';
import { startSite } from '../support/site.ts';

const NAMES = [
  'box',
  'box.plant.example',
  'localhost',
  '127.0.0.1',
  '::1',
  '192.0.2.7',
  'fd00::7',
  '*.plant.example',
];

test('the list of reachable names contains no loopback name or wildcard', () => {
  expect(listReachableNames(NAMES, '0.0.0.0')).toEqual(['box', 'box.plant.example', '192.0.2.7', 'fd00::7']);
  expect(listReachableNames(NAMES, '192.0.2.7')).toEqual(['192.0.2.7']);
  for (const own of ['127.0.0.1', '::1', 'localhost']) expect(listReachableNames(NAMES, own)).toEqual([]);
});

test('the server lists addresses with the scheme and port of the request, and only after sign-in', async () => {
  const site = await startSite();
  try {
    const { data } = await site.admin.get('/api/setup/addresses');
    const { port, protocol } = new URL(site.url);
    for (const address of data.addresses as string[]) {
      const url = new URL(address);
      expect([url.protocol, url.port, url.pathname]).toEqual([protocol, port, '/']);
      expect(url.hostname).not.toMatch(/^(localhost|127\..*|\[::1\])$/);
    }
    expect(data.siteurl).toBeNull();
    expect((await site.anonymous.get('/api/setup/addresses')).status).toBe(401);
  } finally {
    await site.stop();
  }
});
