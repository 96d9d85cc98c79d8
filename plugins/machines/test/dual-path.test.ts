import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
const type: Record<string, number> = {};
beforeAll(async () => {
  site = await startSite();
  for (const { relationshiptype, relationshiptypeid } of (
    await site.admin.get('/api/assets/relationshiptypes')
  ).data)
    type[relationshiptype] = relationshiptypeid;
});
afterAll(() => site.stop());

let made = 0;
const bay = async (more: object = {}) =>
  (await site.admin.post('/api/machines', { assetnumber: `BAY-${++made}`, ...more })).data as {
    assetid: number;
    machineid: number;
    assetnumber: string;
  };
const pc = async () => {
  const name = `pc-${++made}`;
  return (await site.admin.post('/api/computers', { assetnumber: name, hostname: name })).data as {
    assetid: number;
    computerid: number;
    assetnumber: string;
  };
};
const tie = (source: { assetid: number }, relation: string, target: { assetid: number }) =>
  site.admin.post('/api/assets/relationships', {
    sourceassetid: source.assetid,
    targetassetid: target.assetid,
    relationshiptypeid: type[relation],
  });
const ties = async ({ assetid }: { assetid: number }, relation: string) =>
  (await site.admin.get(`/api/assets/${assetid}/relationships`)).data.filter(
    (row: { relationshiptype: string }) => row.relationshiptype === relation,
  );
const isDual = async ({ machineid }: { machineid: number }) =>
  (await site.admin.get(`/api/machines/${machineid}`)).data.isdualpath;
const pair = async () => {
  const [left, right] = [await bay(), await bay()];
  const { data } = await tie(left, 'dualpath', right);
  return { left, right, relationshipid: data.relationshipid as number };
};
const undo = (headers: Headers) => site.admin.post(`/api/auditlogs/${headers.get('x-audit-id')}/undo`);

test('a controls relationship on either bay of a pair is also created on the partner', async () => {
  const { left, right } = await pair();
  for (const [first, second] of [
    [left, right],
    [right, left],
  ] as const) {
    const computer = await pc();
    expect((await tie(computer, 'controls', first)).status).toBe(201);
    const peers = (await ties(second, 'controls')).map((row: { sourceassetid: number }) => row.sourceassetid);
    expect(peers).toContain(computer.assetid);
  }
});

test('removing a controls relationship also removes that of the partner, and undo restores both', async () => {
  const { left, right } = await pair();
  const computer = await pc();
  const { data } = await tie(computer, 'controls', left);
  const gone = await site.admin.delete(`/api/assets/relationships/${data.relationshipid}`);
  expect([await ties(left, 'controls'), await ties(right, 'controls')]).toEqual([[], []]);
  expect((await undo(gone.headers)).status).toBe(200);
  expect([(await ties(left, 'controls')).length, (await ties(right, 'controls')).length]).toEqual([1, 1]);
});

test('undoing a controls relationship removes it from both bays', async () => {
  const { left, right } = await pair();
  const { headers } = await tie(await pc(), 'controls', left);
  await undo(headers);
  expect([await ties(left, 'controls'), await ties(right, 'controls')]).toEqual([[], []]);
});

test('a symmetric relationship has one entry per peer and returns 409 in reverse', async () => {
  const { left, right } = await pair();
  expect([(await ties(left, 'dualpath')).length, (await ties(right, 'dualpath')).length]).toEqual([1, 1]);
  const again = await tie(right, 'dualpath', left);
  expect([again.status, again.error.code]).toEqual([409, 'CONFLICT']);
});

test('connected bays are dual path, and a PUT returns 409 until they are disconnected', async () => {
  const { left, right, relationshipid } = await pair();
  expect([await isDual(left), await isDual(right)]).toEqual([true, true]);
  const refused = await site.admin.put(`/api/machines/${left.machineid}`, { isdualpath: false });
  expect([refused.status, refused.error.code, refused.error.details.field]).toEqual([
    409,
    'CONFLICT',
    'isdualpath',
  ]);
  await site.admin.delete(`/api/assets/relationships/${relationshipid}`);
  expect((await site.admin.put(`/api/machines/${left.machineid}`, { isdualpath: false })).status).toBe(200);
});

test('undoing the connection restores the dual path flags of both bays', async () => {
  const [left, right] = [await bay(), await bay({ isdualpath: true })];
  const { headers } = await tie(left, 'dualpath', right);
  expect((await undo(headers)).status).toBe(200);
  expect([await isDual(left), await isDual(right)]).toEqual([false, true]);
});

test('the dashboard counts a dual-path machine until it has a partner', async () => {
  const count = async () =>
    (await site.admin.get('/api/dashboard/summary')).data.attention.find(
      (one: { key: string }) => one.key === 'machineswithoutpartner',
    )?.count ?? 0;
  const before = await count();
  const alone = await bay({ isdualpath: true });
  expect(await count()).toBe(before + 1);
  const { statusid } = (
    await site.admin.post('/api/assets/statuses', { status: 'Scrapped', isretired: true })
  ).data;
  await bay({ isdualpath: true, statusid });
  expect(await count()).toBe(before + 1);
  const listed = await site.admin.get('/api/machines?withoutpartner=true&inuse=true&per_page=100');
  expect(listed.data.map((row: { assetid: number }) => row.assetid)).toContain(alone.assetid);
  await tie(await bay(), 'dualpath', alone);
  expect(await count()).toBe(before);
});

test('the connections of a machine contain PCs, partner, printers, gauges, others and notices', async () => {
  const { businessunitid } = (await site.admin.post('/api/businessunits', { businessunit: 'North' })).data;
  const { left, right } = await pair();
  await site.admin.put(`/api/machines/${left.machineid}`, { businessunitid });
  await site.admin.post('/api/notifications', {
    notification: 'Crane check',
    businessunitid,
    isshopfloor: true,
  });
  const computer = await pc();
  await tie(computer, 'controls', right);
  await site.admin.post(`/api/computers/${computer.computerid}/report`, {});
  const asset = async (assettype: string) => {
    const types = (await site.admin.get('/api/assets/types')).data;
    const { assettypeid } = types.find((one: { assettype: string }) => one.assettype === assettype);
    return (await site.admin.post('/api/assets', { assetnumber: `A-${++made}`, assettypeid })).data;
  };
  const [printer, gauge, outlet] = [
    await asset('Printer'),
    await asset('Measuring tool'),
    await asset('Other'),
  ];
  await tie(computer, 'defaultprinter', printer);
  await tie(gauge, 'partof', left);
  await tie(left, 'connectedto', outlet);
  const { data } = await site.admin.get(`/api/machines/${left.machineid}/behind`);
  const [controller] = data.controllers;
  expect([controller.assetid, controller.words[0].key]).toEqual([computer.assetid, 'lastreport']);
  expect(controller.words[0].at).toBeTruthy();
  expect(data.partners.map((one: { assetid: number }) => one.assetid)).toEqual([right.assetid]);
  expect(data.printers).toMatchObject([
    { assetid: printer.assetid, relationshiptype: 'defaultprinter', via: { assetid: computer.assetid } },
  ]);
  expect(data.gauges.map((one: { assetid: number }) => one.assetid)).toEqual([gauge.assetid]);
  expect(data.others.map((one: { assetid: number }) => one.assetid)).toEqual([outlet.assetid]);
  expect(data.notices.map((one: { text: string }) => one.text)).toEqual(['Crane check']);
  expect((await site.anonymous.get('/api/machines/99999/behind')).status).toBe(404);
});

test('a PC that controls the partner is the controller of both bays', async () => {
  const [left, right, computer] = [await bay(), await bay(), await pc()];
  await tie(computer, 'controls', right);
  await tie(left, 'dualpath', right);
  const { data } = await site.admin.get(`/api/machines/${left.machineid}/behind`);
  expect(data.controllers).toMatchObject([{ assetid: computer.assetid, via: { assetid: right.assetid } }]);
  expect((await site.admin.get(`/api/machines/${left.machineid}`)).data.controlledby).toBe(
    computer.assetnumber,
  );
  const alone = await site.admin.get('/api/machines?withoutcontrol=true&per_page=100');
  expect(alone.data.map((row: { assetid: number }) => row.assetid)).not.toContain(left.assetid);
});
