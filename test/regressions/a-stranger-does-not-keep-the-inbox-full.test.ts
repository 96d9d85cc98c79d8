import { afterEach, beforeEach, expect, test } from 'bun:test';
import { setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let key: string;
// Each test has a separate site, because it counts all pending requests.
beforeEach(async () => {
  site = await startSite({ config: { trustedProxies: 1 } });
  await setSharedKey(site);
  key = site.app.host.settings.text('endpoints_shared_key');
});
afterEach(() => site.stop());

const from = (address: string) => site.anonymous.with({ 'x-forwarded-for': address });
const withKey = (client: Client) => client.with({ 'x-api-key': key });
const ask = async (client: Client, hostname: string) => {
  // The order of requests depends on their time.
  site.clock.advance(1000);
  const answer = await client.post('/api/endpoints/enroll', {
    hostname,
    serialnumber: `SN-${hostname}`,
    nonce: `${hostname.replace(/\W/g, '')}${'0'.repeat(40)}`.slice(0, 40).replaceAll(/[^0-9A-Za-z]/g, '0'),
  });
  expect([answer.status, answer.data.state]).toEqual([200, 'pending']);
};
const inbox = async () => (await site.admin.get('/api/endpoints/enrollment?per_page=100')).data;
const waiting = async (): Promise<string[]> =>
  (await inbox()).requests.map(({ hostname }: { hostname: string }) => hostname).sort();
/** Sends requests without a key, all from one address or one IPv6 network. */
async function flood(prefix: string, count: number, addressOf: (n: number) => string): Promise<void> {
  for (let n = 1; n <= count; n++) await ask(from(addressOf(n)), `${prefix}-${n}`);
}
const listAddresses = async (): Promise<string[]> =>
  (await inbox()).full.map(({ address }: { address: string }) => address);
const IPV4 = () => '10.6.6.6';
const IPV6 = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
const createNames = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${prefix}-${from + n}`).sort();

test('the inbox stores the newest 50 requests without key of one address and displaces no other', async () => {
  await ask(from('10.0.0.7'), 'real-1');
  await ask(withKey(from('10.6.6.6')), 'real-2');
  expect((await inbox()).full).toEqual([]);
  await flood('flood', 60, IPV4);
  expect(await waiting()).toEqual([...createNames('flood', 11, 60), 'real-1', 'real-2'].sort());
  const { full, counts } = await inbox();
  expect(counts.pending).toBe(52);
  expect(full).toEqual([{ address: '10.6.6.6', pending: 50, message: expect.stringContaining('10.6.6.6') }]);
  expect(full[0].message).toContain('endpoints_pending_per_address');
});

test('the inbox counts an IPv6 /64 network as one address', async () => {
  await flood('flood', 50, IPV4);
  await flood('six', 55, IPV6);
  await ask(from('2001:db8:1:3::1'), 'neighbour-1');
  expect(await listAddresses()).toEqual(['10.6.6.6', '2001:db8:1:2::/64']);
  expect(await requestFor('neighbour-1')).toBe(1);
});

const requestFor = async (hostname: string): Promise<number> =>
  (await site.admin.get(`/api/endpoints/enrollment?search=${hostname}`)).meta.pagination.total;

test('the inbox stops counting a request when it presents the key, and an admin sets the limit', async () => {
  await flood('flood', 50, IPV4);
  await flood('six', 50, IPV6);
  expect(await listAddresses()).toEqual(['10.6.6.6', '2001:db8:1:2::/64']);
  await ask(withKey(from('10.6.6.6')), 'flood-50');
  expect(await listAddresses()).toEqual(['2001:db8:1:2::/64']);
  const editor = await site.userWith('settings.edit');
  const path = '/api/settings/endpoints_pending_per_address';
  expect((await editor.put(path, { value: '5' })).status).toBe(403);
  expect((await site.admin.put(path, { value: '5' })).status).toBe(200);
  await ask(from('10.6.6.6'), 'flood-51');
  expect(await requestFor('flood-')).toBe(6);
  expect(await requestFor('six-')).toBe(50);
});

test('a full inbox displaces the oldest request of the fullest address but none with the key', async () => {
  const { host } = site.app;
  const fill = (count: number, iskeyed: 0 | 1, network: string) =>
    host.db.writeUnaudited((tx) => {
      for (let n = 0; n < count; n++)
        tx.runUnjournaled(
          "INSERT INTO enrollmentrequests (hostname, serialnumber, iskeyed, network, createddate, modifieddate) VALUES (?, 'x', ?, ?, '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z')",
          `fill-${network}-${n}`,
          iskeyed,
          network,
        );
    });
  await flood('flood', 6, IPV4);
  await flood('six', 50, IPV6);
  const { pending } = (await inbox()).counts;
  fill(5000 - pending, 1, '10.9.9.9');
  await ask(from('10.8.8.8'), 'newcomer-1');
  expect(await requestFor('newcomer-1')).toBe(1);
  expect([await requestFor('six-'), await requestFor('flood-')]).toEqual([49, 6]);
  expect(await requestFor('fill-')).toBe(5000 - pending);
  expect((await inbox()).counts.pending).toBe(5000);

  host.db.writeUnaudited((tx) => void tx.runUnjournaled('DELETE FROM enrollmentrequests WHERE iskeyed = 0'));
  fill(5000 - (await inbox()).counts.pending, 1, '10.9.9.8');
  await ask(from('10.8.8.8'), 'newcomer-2');
  expect(await requestFor('newcomer-2')).toBe(0);
  await ask(withKey(from('10.8.8.8')), 'newcomer-3');
  expect(await requestFor('newcomer-3')).toBe(1);
  expect((await inbox()).counts.pending).toBe(5000);
});
