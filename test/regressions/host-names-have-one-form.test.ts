import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createEnrolledPc, setSharedKey, withSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { ClientResponse } from '../support/client.ts';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeAll(async () => {
  site = await startSite();
  ask = createReporter(site);
  await setSharedKey(site);
});
afterAll(() => site.stop());

const spellings = (short: string, domain: string): string[] => [
  `${short}.${domain}`,
  `${short}.${domain}.`,
  `  ${short}.${domain}  `,
  `\u00a0${short}.${domain}. `,
  `${short}.${domain}`.toUpperCase(),
  `${short}.\u200b${domain}`,
  short,
  `${short}.`,
  ` ${short.toUpperCase()} `,
];

/** Requests that identify a PC by its host name, each with the asset in its response. */
const CALLS: Record<string, (hostname: string) => Promise<ClientResponse>> = {
  'GET /api/computers/by-hostname': (hostname) =>
    site.admin.get(`/api/computers/by-hostname/${encodeURIComponent(hostname)}`),
  'POST /api/collector/computers': (hostname) => ask.collector.post('/api/collector/computers', { hostname }),
  'POST /api/collector/printers': (hostname) =>
    ask.collector.post('/api/collector/printers', { hostname, queues: [] }),
  'POST /api/collector/endpoints': (hostname) => ask.collector.post('/api/collector/endpoints', { hostname }),
  'POST /api/endpoints/checkin': (hostname) =>
    withSharedKey(site)
      .with({})
      .post(`/api/endpoints/checkin?hostname=${encodeURIComponent(hostname)}`, {
        agentversion: '1.0.0',
      }),
  'GET /api/enforce/mine': (hostname) =>
    withSharedKey(site)
      .with({})
      .get(`/api/enforce/mine?hostname=${encodeURIComponent(hostname)}`),
};

test.each(Object.keys(CALLS))('%s finds a PC by each spelling of its host name', async (name) => {
  for (const [short, reported] of [
    ['pc1', 'pc1.plant.local'],
    ['pc2', 'pc2'],
    ['jäger', 'jäger.plant.local'],
  ] as const) {
    const { assetid } = await ask.report({ hostname: reported });
    const all = spellings(short, 'plant.local');
    const found = [];
    for (const hostname of all) {
      const { status, data, error } = await CALLS[name]!(hostname);
      found.push([hostname, status, error?.message ?? data.assetid]);
    }
    expect(found).toEqual(all.map((hostname) => [hostname, 200, assetid]));
  }
  const named = (await ask.computers()).filter((pc) => /^(?:pc|jäger)/i.test(pc.name));
  expect(named).toHaveLength(3);
});

test('the lookup returns 404 when the host name differs, is blank or has another domain', async () => {
  await ask.report({ hostname: 'pc1.plant.local' });
  for (const hostname of ['pc', 'pc11', 'pc1.plant', 'pc1.plant.local.example', ' ', '.', '%'])
    expect([hostname, (await CALLS['GET /api/computers/by-hostname']!(hostname)).status]).toEqual([
      hostname,
      404,
    ]);
});

test('an enrolled PC is accepted with each spelling of its own host name and with no other name', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'own1');
  for (const hostname of spellings('own1', 'plant.local')) {
    const path = `/api/endpoints/checkin?hostname=${encodeURIComponent(hostname)}`;
    const answer = await agent.post(path, { agentversion: '1.0.0' });
    expect([hostname, answer.status, answer.data?.assetid]).toEqual([hostname, 200, assetid]);
  }
  const other = await agent.post('/api/endpoints/checkin?hostname=%20own2.', { agentversion: '1.0.0' });
  expect([other.status, other.error?.code]).toEqual([403, 'ASSET_MISMATCH']);
});

test('the lookup finds a printer by each spelling of its host name', async () => {
  const { data, error } = await site.admin.post('/api/printers', { assetnumber: 'P-1', hostname: 'prn1' });
  expect(error).toBeUndefined();
  const all = spellings('prn1', 'plant.local');
  for (const fqdn of all) {
    const found = await site.admin.get(`/api/printers/lookup?fqdn=${encodeURIComponent(fqdn)}`);
    expect([fqdn, found.status, found.data?.printerid]).toEqual([fqdn, 200, data.printerid]);
  }
});
