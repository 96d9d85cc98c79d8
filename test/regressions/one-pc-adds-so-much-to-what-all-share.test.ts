import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { advanceTime, createEnrolledPc, setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { Client } from '../support/client.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';
import { step } from '../support/step.ts';

setDefaultTimeout(120_000);

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const MOST = 5000;
interface App {
  appid: number | null;
  appname: string;
  version: string | null;
  publisher: string | null;
}
/** A PC with a daily quota of its own. */
interface Pc {
  hostname: string;
  agent: Client;
  computerid: number;
}
async function newPc(hostname: string): Promise<Pc> {
  const { agent, assetid } = await createEnrolledPc(site, hostname);
  const { computerid } = (await site.admin.get(`/api/computers/by-asset/${assetid}`)).data;
  return { hostname, agent, computerid };
}
const programs = (prefix: string, count: number, version = '1.0') =>
  Array.from({ length: count }, (_, n) => ({ name: `${prefix} ${n}`, version }));
const report = ({ agent, hostname }: Pc, installedapps: object[], more = {}) =>
  agent.post('/api/collector/computers', { hostname, ...more, installedapps });
const listInstalled = async ({ computerid }: Pc): Promise<App[]> =>
  (await site.anonymous.get(`/api/computers/${computerid}/apps`)).data;
const listUnlisted = async (pc: Pc): Promise<App[]> =>
  (await listInstalled(pc)).filter(({ appid }) => appid === null);
const countListed = async () => (await site.admin.get('/api/applications?per_page=1')).meta.pagination.total;
const attention = async () =>
  (await site.admin.get('/api/dashboard/summary')).data.attention.find(
    ({ key }: { key: string }) => key === 'applications_over_budget',
  );

const overBudget = async (): Promise<number[]> =>
  (await site.admin.get('/api/computers?overbudget=true&per_page=100')).data.map(
    ({ computerid }: Pc) => computerid,
  );

/** Sends a report with a key of the plant, which has no quota. */
async function reportByKey(prefix: string): Promise<void> {
  const answer = await site.anonymous.with({ 'x-api-key': COLLECTOR_KEY }).post('/api/collector/computers', {
    hostname: `by-key-${prefix}`,
    installedapps: programs(prefix, MOST + 10),
  });
  expect(answer.status).toBe(200);
}

async function reportTooMuch(pc: Pc): Promise<void> {
  const before = await countListed();
  const warned = (await attention())?.count ?? 0;
  expect((await report(pc, programs('Made up', MOST + 200))).status).toBe(200);
  expect(await listInstalled(pc)).toHaveLength(MOST + 200);
  const own = await listUnlisted(pc);
  expect(own).toHaveLength(200);
  expect(own[0]).toMatchObject({ appname: expect.stringMatching(/^Made up \d+$/), version: '1.0' });
  expect(await countListed()).toBe(before + MOST);
  expect(await attention()).toMatchObject({ count: warned + 1, href: '/computers?overbudget=true' });
  const found = await overBudget();
  expect(found).toContain(pc.computerid);
  expect(found).toHaveLength(warned + 1);
  const deactivated = await site.admin.delete(`/api/computers/${pc.computerid}`);
  expect((await attention())?.count ?? 0).toBe(warned);
  expect(await overBudget()).toHaveLength(warned);
  await site.admin.post(`/api/auditlogs/${deactivated.headers.get('x-audit-id')}/undo`);
  expect((await attention())?.count).toBe(warned + 1);
}

const KNOWN = { name: 'known to all' };

async function reportOtherNames(pc: Pc): Promise<void> {
  const before = await countListed();
  await site.admin.post('/api/applications', { appname: 'Known to all' });
  await report(pc, [...programs('Another', 50), KNOWN]);
  expect(await listUnlisted(pc)).toHaveLength(50);
  const listed = (await listInstalled(pc)).filter(({ appid }) => appid !== null);
  expect(listed.map(({ appname }) => appname)).toEqual(['Known to all']);
  expect(await countListed()).toBe(before + 1);
}

const withPublisher = (apps: object[], publisher: string) => apps.map((app) => ({ ...app, publisher }));

async function reportPublishers(pc: Pc): Promise<void> {
  const answer = await report(pc, [...withPublisher(programs('Another', 50), 'First Works'), KNOWN]);
  expect(answer.data).toMatchObject({ updated: 0, unchanged: 1 });
  const publishers = (await listUnlisted(pc)).map(({ publisher }) => publisher);
  expect(publishers).toEqual(Array(50).fill('First Works'));
}

async function reportNextDay(pc: Pc): Promise<void> {
  site.clock.advance(23 * HOUR);
  await report(pc, programs('Another', 51));
  expect(await listUnlisted(pc)).toHaveLength(51);
  await advanceTime(site, DAY);
  const listed = await countListed();
  await report(pc, withPublisher(programs('Another', 51), 'Second Works'));
  expect(await listUnlisted(pc)).toEqual([]);
  expect(await countListed()).toBe(listed + 51);
  const found = await overBudget();
  expect(found).not.toContain(pc.computerid);
  expect((await attention())?.count ?? 0).toBe(found.length);
}

test('a PC adds at most 5,000 applications a day to the shared list', async () => {
  const pc = await newPc('taken-over');
  await step('Keep what is too much at the PC, with its version', () => reportTooMuch(pc));
  await step('List only registered programs when it reports other names', () => reportOtherNames(pc));
  await step('Keep new publishers of unlisted programs', () => reportPublishers(pc));
  await step('List the rest the next day when only a publisher changes', () => reportNextDay(pc));
});

test('a collector key may add any number of applications', async () => {
  const before = await countListed();
  await reportByKey('By key');
  expect(await countListed()).toBe(before + MOST + 10);
});

test('a PC adds limited numbers of versions, vendors, models and systems a day', async () => {
  const pc = await newPc('many-versions');
  const count = async (register: string) =>
    (await site.admin.get(`/api/${register}?per_page=1`)).meta.pagination.total;
  const before = [await count('vendors'), await count('models'), await count('operatingsystems')];
  for (let n = 0; n < 25; n++)
    await report(pc, [], { manufacturer: `Vendor ${n}`, model: `Model ${n}`, osname: `System ${n}` });
  const after = [await count('vendors'), await count('models'), await count('operatingsystems')];
  expect(after.map((total, n) => total - before[n]!)).toEqual([20, 20, 20]);

  await reportByKey('Versioned');
  await report(pc, programs('Versioned', MOST + 10, '2.0'));
  expect(await listUnlisted(pc)).toHaveLength(10);
  expect((await listInstalled(pc)).every(({ version }) => version === '2.0')).toBe(true);
});
