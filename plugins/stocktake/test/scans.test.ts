import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type StocktakeHall, scanOf, startHall } from './hall.ts';

let hall: StocktakeHall;
beforeAll(async () => {
  hall = await startHall();
});
afterAll(() => hall.stop());

const outcomes = (answers: { outcome: string }[]) => answers.map(({ outcome }) => outcome);

test('a stocktake expects the active assets of a location and its sublocations at the start', async () => {
  const { site } = hall;
  const locationid = await hall.place('Hall 2');
  const cell = await hall.place('Cell B', locationid);
  await hall.asset({ name: 'Drill', locationid });
  await hall.asset({ locationid: cell });
  await hall.asset({ locationid: hall.yard });
  const retired = await hall.asset({ locationid });
  await site.admin.delete(`/api/assets/${retired.assetid}`);
  const answer = await site.admin.post('/api/stocktakes', { locationid, note: 'Year end' });
  expect([answer.status, answer.data]).toMatchObject([
    201,
    {
      locationid,
      location: 'Hall 2',
      state: 'open',
      note: 'Year end',
      startedby: 'admin',
      expected: 2,
      found: 0,
      missing: 2,
      unexpected: 0,
      unknown: 0,
    },
  ]);
  await hall.asset({ name: 'came later', locationid });
  expect(await hall.items(answer.data.stocktakeid, 'expected')).toHaveLength(2);
  const list = await site.admin.get('/api/stocktakes?state=open');
  expect(list.data[0].stocktakeid).toBe(answer.data.stocktakeid);
  expect((await site.admin.get(`/api/stocktakes?locationid=${cell}`)).data).toEqual([]);
});

test('a stocktake can be limited to asset types', async () => {
  const { data: type } = await hall.site.admin.post('/api/assets/types', { assettype: 'Ladder' });
  await hall.asset({ assettypeid: type.assettypeid });
  const stocktakeid = await hall.start({ assettypeids: [type.assettypeid] });
  expect(await hall.counts(stocktakeid)).toMatchObject({ expected: 1 });
});

test('starting returns 400 when the location or an asset type is unknown', async () => {
  const { admin } = hall.site;
  const place = await admin.post('/api/stocktakes', { locationid: 9999 });
  expect([place.status, place.error.details.issues[0].path]).toEqual([400, 'locationid']);
  const type = await admin.post('/api/stocktakes', { locationid: hall.hall, assettypeids: [9999] });
  expect([type.status, type.error.details.issues[0].path]).toEqual([400, 'assettypeids']);
});

test('a scan is found, unexpected with its location, already seen, or unknown and stored', async () => {
  const inside = await hall.asset({ name: 'Saw' });
  const outside = await hall.asset({ locationid: hall.yard });
  const stocktakeid = await hall.start();
  const answers = await hall.scan(
    stocktakeid,
    inside.assetnumber,
    outside.assetnumber,
    inside.assetnumber,
    'no such thing',
  );
  expect(outcomes(answers)).toEqual(['found', 'unexpected', 'already', 'unknown']);
  expect(answers[0]).toMatchObject({ assetnumber: inside.assetnumber, name: 'Saw', location: 'Hall 1' });
  expect(answers[1]).toMatchObject({ assetnumber: outside.assetnumber, location: 'Yard' });
  expect(answers[2]!.seenby).toBe('admin');
  expect(await hall.counts(stocktakeid)).toMatchObject({ found: 1, unexpected: 1, unknown: 1 });
  expect(await hall.items(stocktakeid, 'unknown')).toMatchObject([{ code: 'no such thing', assetid: null }]);
  expect(await hall.items(stocktakeid, 'unexpected')).toMatchObject([{ location: 'Yard' }]);
  expect(await hall.items(stocktakeid, 'missing')).toEqual([]);
});

test('a scan finds an asset by number, serial number, MAC address, tag and label URL', async () => {
  const { admin, url } = hall.site;
  const one = await hall.asset({ serialnumber: 'SN-77' });
  await admin.post(`/api/assets/${one.assetid}/communications`, {
    commtype: 'mac',
    address: '00:11:22:AA:BB:CC',
  });
  const { data: stick } = await admin.post('/api/usb', {
    deviceid: 'STICK-9',
    assetnumber: 'A-9',
    locationid: hall.hall,
  });
  await admin.put('/api/settings/site_url', { value: 'https://plant.example' });
  for (const [code, assetid] of [
    [one.assetnumber.toLowerCase(), one.assetid],
    [`  ${one.assetnumber} `, one.assetid],
    ['sn-77', one.assetid],
    ['00-11-22-aa-bb-cc', one.assetid],
    ['001122AABBCC', one.assetid],
    [`/assets/${one.assetid}`, one.assetid],
    [`${url}/assets/${one.assetid}?tab=files`, one.assetid],
    [`https://plant.example/assets/${one.assetid}`, one.assetid],
    ['STICK-9', stick.assetid],
    [`/usb/${stick.usbdeviceid}`, stick.assetid],
  ] as [string, number][]) {
    const stocktakeid = await hall.start();
    const [answer] = await hall.scan(stocktakeid, code);
    expect([code, answer!.outcome, answer!.assetid]).toEqual([code, 'found', assetid]);
  }
});

test('a scan of a URL of another site or of another page is unknown', async () => {
  const one = await hall.asset();
  const stocktakeid = await hall.start();
  const answers = await hall.scan(
    stocktakeid,
    `https://elsewhere.example/assets/${one.assetid}`,
    `/locations/${hall.hall}`,
    '/assets/999999',
  );
  expect(outcomes(answers)).toEqual(['unknown', 'unknown', 'unknown']);
});

test('a scan of a shared code is ambiguous with candidates, and the path of one is found', async () => {
  const one = await hall.asset({ serialnumber: 'TWIN' });
  const other = await hall.asset({ serialnumber: 'TWIN' });
  const stocktakeid = await hall.start();
  const [answer] = await hall.scan(stocktakeid, 'TWIN');
  expect(answer).toMatchObject({ outcome: 'ambiguous', assetid: null });
  expect(answer!.candidates.map(({ assetid }) => assetid)).toEqual([one.assetid, other.assetid]);
  const [chosen] = await hall.scan(stocktakeid, answer!.candidates[1]!.path);
  expect(chosen).toMatchObject({ outcome: 'found', assetid: other.assetid });
});

test('a repeated scan changes nothing and returns the first result', async () => {
  const { admin } = hall.site;
  const one = await hall.asset();
  const stocktakeid = await hall.start();
  const path = `/api/stocktakes/${stocktakeid}/scans`;
  const scans = [scanOf(one.assetnumber), scanOf('lost label')];
  const first = await admin.post(path, { scans });
  const before = await hall.counts(stocktakeid);
  const second = await admin.post(path, { scans: [...scans, ...scans] });
  expect(second.data).toEqual([...first.data, ...first.data]);
  expect(await hall.counts(stocktakeid)).toEqual(before);
});

test('the server refuses invalid codes of a batch and accepts the others', async () => {
  const { admin } = hall.site;
  const one = await hall.asset();
  const stocktakeid = await hall.start();
  const hostile = ['x'.repeat(5000), 'a\u0000b', '   ', 'line\nbreak', '\ud800'];
  const { status, data } = await admin.post(`/api/stocktakes/${stocktakeid}/scans`, {
    scans: [...hostile, one.assetnumber].map((code) => scanOf(code)),
  });
  expect([status, outcomes(data)]).toEqual([
    200,
    ['refused', 'refused', 'refused', 'refused', 'refused', 'found'],
  ]);
  expect(data[0].message).toMatch(/\S/);
  expect(await hall.counts(stocktakeid)).toMatchObject({ found: 1, unknown: 0 });
  const [bad] = (
    await admin.post(`/api/stocktakes/${stocktakeid}/scans`, {
      scans: [scanOf(one.assetnumber, { statusid: 9999 })],
    })
  ).data;
  expect(bad.outcome).toBe('refused');
});

test('the server returns 400 for more than 500 scans at once', async () => {
  const stocktakeid = await hall.start();
  const scans = Array.from({ length: 501 }, (_, n) => scanOf(`C-${n}`));
  const answer = await hall.site.admin.post(`/api/stocktakes/${stocktakeid}/scans`, { scans });
  expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, 'scans']);
});

test('deleting a scan does not affect another scan of the same asset', async () => {
  const { admin } = hall.site;
  const one = await hall.asset();
  const stocktakeid = await hall.start();
  const before = await hall.counts(stocktakeid);
  const answers = await hall.scan(stocktakeid, one.assetnumber, one.assetnumber, 'what is this');
  const back = (n: number) => admin.delete(`/api/stocktakes/${stocktakeid}/scans/${answers[n]!.clientid}`);
  expect((await back(0)).status).toBe(200);
  expect(await hall.counts(stocktakeid)).toMatchObject({ found: 1 });
  await back(1);
  await back(2);
  expect(await hall.counts(stocktakeid)).toEqual(before);
  expect((await back(1)).status).toBe(404);
});

test('the server counts each asset once when two users scan at the same time', async () => {
  const { site } = hall;
  const made = await Promise.all(Array.from({ length: 30 }, () => hall.asset()));
  const stocktakeid = await hall.start();
  const before = (await hall.counts(stocktakeid)) as { found: number };
  const walkers = await Promise.all([1, 2].map(() => site.userWith('stocktake.run')));
  const all = await Promise.all(
    walkers.flatMap((walker) =>
      made.map(({ assetnumber }) =>
        walker.post(`/api/stocktakes/${stocktakeid}/scans`, { scans: [scanOf(assetnumber)] }),
      ),
    ),
  );
  const results = outcomes(all.flatMap(({ data }) => data));
  expect(results.filter((one) => one === 'found')).toHaveLength(30);
  expect(results.filter((one) => one === 'already')).toHaveLength(30);
  expect(await hall.counts(stocktakeid)).toMatchObject({ found: before.found + 30 });
});

test('the server limits a future scan time of a phone to the current time', async () => {
  const one = await hall.asset();
  const stocktakeid = await hall.start();
  await hall.site.admin.post(`/api/stocktakes/${stocktakeid}/scans`, {
    scans: [scanOf(one.assetnumber, { at: '2099-01-01T00:00:00+02:00' })],
  });
  const found = (await hall.items(stocktakeid, 'found')) as unknown as { seenat: string }[];
  expect(Date.parse(found[0]!.seenat)).toBeLessThanOrEqual(hall.site.clock.now().getTime());
});

test('assets.view permits only reading stocktakes, and anonymous callers get 401', async () => {
  const { site } = hall;
  const stocktakeid = await hall.start();
  const viewer = await site.userWith('assets.view');
  expect((await viewer.get(`/api/stocktakes/${stocktakeid}/items`)).status).toBe(200);
  expect((await viewer.post('/api/stocktakes', { locationid: hall.hall })).status).toBe(403);
  expect((await viewer.post(`/api/stocktakes/${stocktakeid}/scans`, { scans: [scanOf('x')] })).status).toBe(
    403,
  );
  expect((await viewer.post(`/api/stocktakes/${stocktakeid}/finish`, {})).status).toBe(403);
  expect((await site.anonymous.get('/api/stocktakes')).status).toBe(401);
});
