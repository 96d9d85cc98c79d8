import { afterEach, beforeEach, expect, test } from 'bun:test';
import { setSharedKey, withSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeEach(async () => {
  site = await startSite();
  ask = createReporter(site);
  await setSharedKey(site);
});
afterEach(() => site.stop());

const ONE = { serialnumber: 'SER-A', macaddresses: ['3c:52:82:00:01:01'] };
const OTHER = { serialnumber: 'SER-B', macaddresses: ['3c:52:82:00:01:02'] };

/** Sends all requests that identify a PC only by its host name. */
async function callsOf(hostname: string) {
  const name = encodeURIComponent(hostname);
  const agent = withSharedKey(site).with({});
  return [
    await site.admin.get(`/api/computers/by-hostname/${name}`),
    await ask.collector.post('/api/collector/computers', { hostname, osname: 'Plan 9' }),
    await ask.collector.post('/api/collector/printers', { hostname, queues: [] }),
    await ask.collector.post('/api/collector/endpoints', { hostname }),
    await agent.post(`/api/endpoints/checkin?hostname=${name}`, { agentversion: '1.0.0' }),
    await agent.get(`/api/enforce/mine?hostname=${name}`),
    await agent.post(`/api/enforce/mine/report?hostname=${name}`, { phase: 'runtime', results: [] }),
  ];
}

test.each(['pc1.plant.local', 'PC1.Plant.Local.', 'pc1', 'PC1.'])(
  'each call returns 409 and writes nothing when two active PCs have the whole name of %s',
  async (hostname) => {
    const whole = 'pc1.plant.local';
    const ids: number[] = [];
    for (const pc of [ONE, OTHER]) ids.push((await ask.report({ hostname: whole, ...pc })).assetid);
    expect(new Set(ids).size).toBe(2);
    const before = [await ask.audits(), await ask.computers()];
    const answers = await callsOf(hostname);
    expect(answers).toHaveLength(7);
    expect(answers.map(({ status, error }) => [status, error?.code, error?.details?.records])).toEqual(
      answers.map(() => [409, 'CONFLICT', ids]),
    );
    expect([await ask.audits(), await ask.computers()]).toEqual(before);
  },
);

test('a report finds its PC by serial number or MAC address when two PCs have one whole name', async () => {
  const hostname = 'pc1.plant.local';
  const pcs = [ONE, OTHER].map((pc) => ({ hostname, ...pc }));
  const ids: number[] = [];
  for (const pc of pcs) ids.push((await ask.report(pc)).assetid);
  for (const [n, { serialnumber, macaddresses }] of pcs.entries()) {
    for (const identifiers of [{ serialnumber, macaddresses }, { serialnumber }, { macaddresses }]) {
      const { assetid, unchanged } = await ask.report({ hostname, ...identifiers });
      expect([assetid, unchanged]).toEqual([ids[n], 1]);
    }
    const printers = { hostname, serialnumber, queues: [] };
    expect((await ask.collector.post('/api/collector/printers', printers)).data.assetid).toBe(ids[n]);
  }
  expect(await ask.collisions()).toHaveLength(1);
});

test('a host name matches the remaining PC when the other one is retired, renamed or merged', async () => {
  const hostname = 'pc1.plant.local';
  const find = async () => {
    const { status, data } = await site.admin.get(`/api/computers/by-hostname/${hostname}`);
    return [status, data?.assetid];
  };
  const one = await ask.report({ hostname, ...ONE });
  const other = await ask.report({ hostname, ...OTHER });
  expect(await find()).toEqual([409, undefined]);
  await ask.report({ hostname: 'pc2.plant.local', ...OTHER });
  expect(await find()).toEqual([200, one.assetid]);
  await ask.report({ hostname, ...OTHER });
  expect(await find()).toEqual([409, undefined]);
  await site.admin.delete(`/api/assets/${one.assetid}`);
  expect(await find()).toEqual([200, other.assetid]);
  await site.admin.put(`/api/assets/${one.assetid}`, { isactive: true });
  const [{ collisionid }] = await ask.collisions();
  expect((await ask.decide(collisionid, true)).status).toBe(200);
  expect(await find()).toEqual([200, one.assetid]);
  expect((await ask.report({ hostname })).assetid).toBe(one.assetid);
});

test('a host name matches the machine when a container has the same whole name', async () => {
  const hostname = 'pc1.plant.local';
  const { assetid } = await ask.report({ hostname, ...ONE });
  await ask.report({ hostname, vmsystem: 'docker', macaddresses: ['3c:52:82:00:01:03'] });
  for (const name of [hostname, 'pc1'])
    expect((await site.admin.get(`/api/computers/by-hostname/${name}`)).data.assetid).toBe(assetid);
});

test('a short host name matches the PC that reported it first when another PC reports it too', async () => {
  const { assetid } = await ask.report({ hostname: 'pc1', ...ONE });
  await ask.report({ hostname: 'pc1', ...OTHER });
  const answers = await callsOf('pc1');
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 201]);
  expect(answers[0]!.data.assetid).toBe(assetid);
});

test('a short host name matches the active PC when the first one with that name is retired', async () => {
  const [one, other] = [
    await ask.report({ hostname: 'srv9.a.example', ...ONE }),
    await ask.report({ hostname: 'srv9.b.example', ...OTHER }),
  ];
  const { computerid } = (await ask.computers()).find(({ assetid }) => assetid === one.assetid);
  expect((await site.admin.delete(`/api/computers/${computerid}`)).status).toBe(200);
  const answers = await callsOf('SRV9');
  expect(answers.map(({ status }) => status)).not.toContain(409);
  const [found, reported] = answers;
  expect([found?.data.assetid, reported?.data.assetid]).toEqual([other.assetid, other.assetid]);
  expect((await ask.asset(one.assetid)).isactive).toBe(false);
  expect(await ask.computers()).toHaveLength(2);
});
