import { afterAll, beforeAll, expect, test } from 'bun:test';
import { buildAgentCalls } from '../../plugins/endpoints/test/agent-calls.ts';
import {
  advanceTime,
  createEnrolledPc,
  createPc,
  createTestNonce,
  requestEnrollment,
  setSharedKey,
  withSharedKey,
} from '../../plugins/endpoints/test/pcs.ts';
import { uploadBuild } from '../../plugins/endpoints/test/upload-build.ts';
import type { Client, ClientResponse } from '../support/client.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

interface Claim {
  hostname: string;
  serialnumber?: string;
  uuid?: string;
}
interface Door {
  name: string;
  /** True when the route accepts a serial number. */
  isTelling: boolean;
  knock(claim: Partial<Claim>): Promise<ClientResponse>;
}
interface Subject {
  assetid: number;
  agent: Client;
}

let site: Site;
let collector: Client;
/** A PC that has its host name, and one whose host name belongs to another record. */
let plain: Subject;
let clone: Subject;
let holder: number;
let common: { alert: number; build: number };
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  await createPc(site, 'foreign');
  plain = await createEnrolledPc(site, 'plain');
  holder = await reportComputer({ hostname: 'twin', serialnumber: 'SN-holder' });
  const assetid = await reportComputer({ hostname: 'twin', serialnumber: 'SN-clone' });
  clone = { assetid, agent: await letIn('asked-as', assetid) };
  const alert = await site.admin.post('/api/notifications', { notification: 'Save', alertfleet: true });
  const build = await uploadBuild(site, '9.0.0', 'linux-x64');
  common = { alert: alert.data.notificationid, build: build.data.packageid };
});
afterAll(() => site.stop());

const reportComputer = async (claim: Claim): Promise<number> =>
  (await collector.post('/api/collector/computers', claim)).data.assetid;

async function letIn(hostname: string, assetid: number): Promise<Client> {
  const own = createTestNonce();
  const { requestid } = (await requestEnrollment(site.anonymous, hostname, own)).data;
  await site.admin.post(`/api/endpoints/enrollment/${requestid}/approve`, { assetid });
  const { credential } = (await requestEnrollment(site.anonymous, hostname, own)).data;
  return site.anonymous.with({ 'x-endpoint-credential': credential });
}

/** The minimal record of each collector of PCs, without the identity. */
const RECORDS: Record<string, object> = { computers: {}, endpoints: {}, printers: { queues: [] } };

/** Returns all requests that a PC can send with its credential. */
async function doorsOf({ assetid, agent }: Subject): Promise<Door[]> {
  expect((await agent.post('/api/endpoints/checkin', { agentversion: '9.0.0' })).status).toBe(200);
  const queued = await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, {
    action: 'collect_log',
    parameters: { path: 'C:\\Logs\\app.log' },
    override: { reason: 'a test' },
  });
  expect([queued.status, queued.error]).toEqual([201, undefined]);
  await agent.get('/api/endpoints/commands/next?wait=0');
  const calls = Object.entries(buildAgentCalls({ ...common, command: queued.data.commandid }));
  const inQuery = calls.map(([name, { call }]) => ({
    name: `${name}?hostname`,
    isTelling: false,
    knock: ({ hostname }: Partial<Claim>) => call(agent, hostname ? `?hostname=${hostname}` : ''),
  }));
  const inBody = calls.flatMap(([name, { call, hasBody }]) =>
    hasBody
      ? [
          {
            name: `${name} {hostname}`,
            isTelling: false,
            knock: (claim: Partial<Claim>) => call(agent, '', claim.hostname),
          },
        ]
      : [],
  );
  const collectors = site.app.host.contributions.collectors(site.app.host).filter((one) => one.pc);
  expect(collectors.map(({ name }) => name).toSorted()).toEqual(Object.keys(RECORDS));
  const reports = collectors.map(({ name }) => ({
    name: `collector ${name}`,
    isTelling: true,
    knock: (claim: Partial<Claim>) => agent.post(`/api/collector/${name}`, { ...RECORDS[name], ...claim }),
  }));
  const glpi = {
    name: 'collector glpi',
    isTelling: true,
    knock: ({ hostname, serialnumber, uuid }: Partial<Claim>) =>
      agent.post('/api/collector/glpi', {
        action: 'inventory',
        deviceid: `${hostname}-2026-01-01-00-00-00`,
        itemtype: 'Computer',
        content: {
          versionclient: 'GLPI-Agent_v1.11',
          hardware: { name: hostname, uuid },
          bios: { ssn: serialnumber },
        },
      }),
  };
  return [...inQuery, ...inBody, ...reports, glpi];
}

/** Reports whether the route accepts the caller as the PC of its credential. */
const isTaken = ({ status, error }: ClientResponse): boolean => {
  const isAnother = status === 403 && error?.code === 'ASSET_MISMATCH';
  if (!isAnother) expect([401, 403, 500]).not.toContain(status);
  return !isAnother;
};

async function walk(subject: Subject, claims: readonly [Claim, boolean][]): Promise<void> {
  for (const door of await doorsOf(subject)) {
    // Advances the clock, because reports of operators are limited per hour.
    await advanceTime(site, 3_600_000);
    for (const [claim, isOwn] of claims) {
      if (!door.isTelling && Object.keys(claim).length > 1) continue;
      const taken = isTaken(await door.knock(claim));
      expect([door.name, claim, taken]).toEqual([door.name, claim, isOwn]);
    }
    if (!door.isTelling) expect([door.name, isTaken(await door.knock({}))]).toEqual([door.name, true]);
  }
}

const recordsOf = async (...assetids: number[]) =>
  Promise.all(
    assetids.map(async (assetid) => {
      const { data } = await site.admin.get(`/api/assets/${assetid}`);
      return [data.name, data.serialnumber, data.typedata.hostname];
    }),
  );

test('each agent route matches a PC only to the record that has its host name', async () => {
  await walk(plain, [
    [{ hostname: 'plain' }, true],
    [{ hostname: 'PLAIN' }, true],
    [{ hostname: 'plain', serialnumber: 'SN-plain' }, true],
    [{ hostname: 'plain-renamed', serialnumber: 'SN-plain' }, true],
    [{ hostname: 'plain', serialnumber: 'sn-PLAIN' }, true],
    [{ hostname: 'nobody' }, false],
    [{ hostname: 'foreign' }, false],
    [{ hostname: 'twin' }, false],
    [{ hostname: 'plain', serialnumber: 'SN-foreign' }, false],
    [{ hostname: 'nobody', serialnumber: 'SN-nobody' }, false],
    [{ hostname: 'nobody', uuid: '4c4c4544-0042-3510-8053-000000000001' }, false],
    [{ hostname: 'foreign', serialnumber: 'SN-foreign' }, false],
  ]);
});

test('each agent route matches a PC to its own record when another record has its host name', async () => {
  const before = await recordsOf(clone.assetid, holder);
  expect(before).toEqual([
    ['twin', 'SN-clone', null],
    ['twin', 'SN-holder', 'twin'],
  ]);
  await walk(clone, [
    [{ hostname: 'twin' }, true],
    [{ hostname: 'Twin' }, true],
    [{ hostname: 'twin', serialnumber: 'SN-clone' }, true],
    [{ hostname: 'nobody' }, false],
    [{ hostname: 'foreign' }, false],
    [{ hostname: 'twin', serialnumber: 'SN-holder' }, false],
    [{ hostname: 'twin', serialnumber: 'SN-nobody' }, false],
    [{ hostname: 'nobody', serialnumber: 'SN-nobody' }, false],
    [{ hostname: 'foreign', serialnumber: 'SN-foreign' }, false],
  ]);
  expect(await recordsOf(clone.assetid, holder)).toEqual(before);
});

test('reports of a PC are stored with its own record when another record has its host name', async () => {
  const { agent, assetid } = clone;
  const queues = [{ name: 'Of the clone' }];
  expect((await agent.post('/api/collector/printers', { hostname: 'twin', queues })).status).toBe(200);
  const names = async (of: number) =>
    (await site.admin.get(`/api/printers/observed/${of}`)).data.map(({ name }: { name: string }) => name);
  expect([await names(assetid), await names(holder)]).toEqual([['Of the clone'], []]);
  const first = await collector.post('/api/collector/endpoints', { hostname: 'twin', agentversion: '1.0.0' });
  expect(first.data.assetid).toBe(holder);
  expect((await agent.post('/api/collector/endpoints', { hostname: 'twin' })).data.assetid).toBe(assetid);
  expect((await agent.get('/api/enforce/mine?hostname=twin')).data.assetid).toBe(assetid);
  for (const by of [agent, withSharedKey(site).with({})]) {
    const sent = await by.post('/api/enforce/mine/report?hostname=twin', { phase: 'runtime', results: [] });
    expect([sent.status, sent.error]).toEqual([201, undefined]);
  }
  expect((await agent.post('/api/enforce/mine/report', { phase: 'runtime', results: [] })).status).toBe(201);
  const reports = (await site.admin.get('/api/enforce/reports?per_page=100')).data as { assetid: number }[];
  const ids = new Set(reports.map((report) => report.assetid));
  expect([ids.has(assetid), ids.has(holder)]).toEqual([true, true]);
});

test('a report with the shared key finds its PC by serial number and UUID under any host name', async () => {
  const uuid = '4c4c4544-0042-3010-8051-b4c04f4e3232';
  const [one, other] = [
    await reportComputer({ hostname: 'one', serialnumber: 'SN-one', uuid }),
    await createPc(site, 'other'),
  ];
  const send = async (kind: string, claim: Claim) =>
    (await collector.post(`/api/collector/${kind}`, { ...RECORDS[kind], ...claim })).data.assetid;
  for (const kind of ['endpoints', 'printers']) {
    const renamed = { hostname: 'one-renamed', serialnumber: 'sn-one', uuid };
    expect([kind, await send(kind, renamed)]).toEqual([kind, one]);
    expect([kind, await send(kind, { hostname: 'other', serialnumber: 'SN-one', uuid })]).toEqual([
      kind,
      one,
    ]);
    const shared = { hostname: 'one-renamed', serialnumber: 'sn-one' };
    expect([kind, await send(kind, shared)]).toEqual([kind, null]);
    const unsaid = { hostname: 'other', serialnumber: 'To be filled by O.E.M.' };
    expect([kind, await send(kind, unsaid)]).toEqual([kind, other]);
    const stranger = { hostname: 'other', serialnumber: 'SN-stranger' };
    expect([kind, await send(kind, stranger)]).toEqual([kind, null]);
  }
});

test('a PC renamed to the host name of another PC keeps its record and is listed as duplicate', async () => {
  const { agent, assetid } = await createEnrolledPc(site, 'mover');
  const taken = await agent.post('/api/collector/computers', {
    hostname: 'foreign',
    serialnumber: 'SN-mover',
  });
  expect([taken.status, taken.data?.assetid]).toEqual([200, assetid]);
  expect((await agent.post('/api/endpoints/checkin', { hostname: 'foreign' })).data.assetid).toBe(assetid);
  expect((await site.admin.get('/api/computers/by-hostname/foreign')).data.assetid).not.toBe(assetid);
  const open = (await site.admin.get('/api/assets/collisions?per_page=100')).data as {
    assets: { assetid: number }[];
  }[];
  expect(open.some(({ assets }) => assets.some((one) => one.assetid === assetid))).toBe(true);
});
