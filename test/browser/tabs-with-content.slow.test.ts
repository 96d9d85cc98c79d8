import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { AGENT_KEY, sendAsAgent } from '../../plugins/endpoints/test/agent-sender.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findPageFaults, WALK_MS } from './page-faults.ts';

setDefaultTimeout(WALK_MS);

const SWITCH = new URL('../data/glpi/networkequipment_3.json', import.meta.url);
const KEY = 'tabs-collector-key';

let plant: FilledPlant;
/** Tabs and pages that look different with content. */
let paths: string[];
beforeAll(async () => {
  plant = await startFilledPlant(DESK, { MILLWRIGHT_COLLECTOR_KEY: KEY });
  const pages = [subnetWithConflict, switchWithPorts, seenAlert, machineWithTies];
  paths = ['/notifications?period=current', '/notifications/new'];
  for (const make of pages) paths.push(await make());
});
afterAll(() => plant?.stop());

const create = async (path: string, body: object): Promise<Record<string, number>> =>
  (await plant.send('POST', path, body)).data;

async function subnetWithConflict(): Promise<string> {
  const { subnetid } = await create('/network/subnets', { cidr: '10.5.0.0/28', gateway: '10.5.0.1' });
  for (const assetnumber of ['SW-A', 'SW-B'])
    await create('/network', { assetnumber, ipaddress: '10.5.0.2' });
  return `/network/subnets/${subnetid}?tab=addresses`;
}

async function switchWithPorts(): Promise<string> {
  const answer = await fetch(`${plant.url}/api/collector/glpi`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': KEY },
    body: await Bun.file(SWITCH).bytes(),
  });
  expect(answer.status).toBeLessThan(300);
  const [device] = (await plant.send('GET', '/network?search=HP-2530')).data as { networkdeviceid: number }[];
  return `/network/${device!.networkdeviceid}?tab=ports`;
}

async function seenAlert(): Promise<string> {
  await plant.send('PUT', '/settings/endpoints_shared_key', { value: AGENT_KEY });
  await create('/computers', { assetnumber: 'A-saw', hostname: 'saw', serialnumber: 'saw' });
  const alert = { notification: 'The crane is out of order', alertfleet: true, isshopfloor: true };
  const { notificationid } = await create('/notifications', alert);
  const pc = { hostname: 'saw', serialnumber: 'saw', nonce: 'n'.repeat(64), agentversion: '0.1.0' };
  const enrolled = await sendAsAgent(plant.url, '', ['POST', '/enroll', pc]);
  const { credential } = enrolled as { credential: string };
  await sendAsAgent(plant.url, credential, ['POST', `/alerts/${notificationid}/acknowledge`, {}]);
  return `/notifications/${notificationid}?tab=seen`;
}

async function machineWithTies(): Promise<string> {
  const types = (await plant.send('GET', '/assets/relationshiptypes')).data as {
    relationshiptype: string;
    relationshiptypeid: number;
  }[];
  const typeOf = (name: string) =>
    types.find(({ relationshiptype }) => relationshiptype === name)!.relationshiptypeid;
  const left = await create('/machines', { assetnumber: 'BAY-L', name: 'Left bay' });
  const right = await create('/machines', { assetnumber: 'BAY-R', name: 'Right bay' });
  const pc = await create('/computers', { assetnumber: 'PC-BAY', hostname: 'pc-bay' });
  for (const [source, type, target] of [
    [left, 'dualpath', right],
    [pc, 'controls', left],
  ] as const)
    await create('/assets/relationships', {
      sourceassetid: source.assetid,
      targetassetid: target.assetid,
      relationshiptypeid: typeOf(type),
    });
  return `/machines/${right.machineid}?tab=behind`;
}

test.each(['light', 'dark'] as const)(
  'every filled tab is readable at both widths in %s colors',
  async (look) => {
    expect(paths).toHaveLength(6);
    expect(await findPageFaults(plant, paths, look)).toEqual([]);
    expect(plant.session.problems.splice(0)).toEqual([]);
  },
);
