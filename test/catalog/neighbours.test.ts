import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
const ids: Record<string, number> = {};
beforeAll(async () => {
  site = await startSite();
  const types = (await site.admin.get('/api/assets/relationshiptypes?per_page=100')).data;
  const typeid = (name: string) =>
    types.find((one: { relationshiptype: string }) => one.relationshiptype === name).relationshiptypeid;
  for (const assetnumber of [
    'PC',
    'MACHINE',
    'GAUGE',
    'FAR',
    ...Array.from({ length: 10 }, (_, n) => `P${n}`),
  ])
    ids[assetnumber] = (await site.admin.post('/api/assets', { assetnumber, assettypeid: 2 })).data.assetid;
  const tie = (source: string, target: string, type: string) =>
    site.admin.post('/api/assets/relationships', {
      sourceassetid: ids[source],
      targetassetid: ids[target],
      relationshiptypeid: typeid(type),
    });
  await tie('PC', 'MACHINE', 'controls');
  await tie('GAUGE', 'MACHINE', 'connectedto');
  await tie('FAR', 'GAUGE', 'partof');
  for (let n = 0; n < 10; n++) await tie(`P${n}`, 'PC', 'partof');
});
afterAll(() => site.stop());

const around = async (name: string) => {
  const { data } = await site.admin.get(`/api/assets/${ids[name]}/neighbours`);
  return {
    ...data,
    named: Object.fromEntries(data.nodes.map((node: { assetnumber: string }) => [node.assetnumber, node])),
  };
};

test('the graph of an asset contains two levels of relationships with their distance', async () => {
  const { named, ties } = await around('FAR');
  expect(Object.keys(named).sort()).toEqual(['FAR', 'GAUGE', 'MACHINE']);
  expect([named.FAR.hops, named.GAUGE.hops, named.MACHINE.hops]).toEqual([0, 1, 2]);
  expect(ties).toMatchObject([{ relationshiptype: 'partof' }, { relationshiptype: 'connectedto' }]);
});

test('the graph shows some relationships of a neighbor and the number of others', async () => {
  const { named, nodes, ties } = await around('MACHINE');
  expect([named.PC.hops, named.PC.more, named.MACHINE.more]).toEqual([1, 5, 0]);
  expect([nodes.length, ties.length]).toEqual([9, 8]);
  const centre = await around('PC');
  expect([centre.named.PC.more, centre.nodes.length]).toEqual([0, 13]);
});

test('an asset without relationships has one node, and an unknown asset returns 404', async () => {
  const { assetid } = (await site.admin.post('/api/assets', { assetnumber: 'ALONE', assettypeid: 2 })).data;
  const alone = (await site.admin.get(`/api/assets/${assetid}/neighbours`)).data;
  expect([alone.nodes.length, alone.ties]).toEqual([1, []]);
  expect((await site.admin.get('/api/assets/99999/neighbours')).status).toBe(404);
});
