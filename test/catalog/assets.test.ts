import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
const types: Record<string, number> = {};
const kinds: Record<string, number> = {};
beforeAll(async () => {
  site = await startSite();
  for (const row of (await site.anonymous.get('/api/assets/types?per_page=100')).data)
    types[row.assettype] = row.assettypeid;
  for (const row of (await site.anonymous.get('/api/assets/relationshiptypes?per_page=100')).data)
    kinds[row.relationshiptype] = row.relationshiptypeid;
});
afterAll(() => site.stop());

let made = 0;
const asset = async (assettype: string, fields: object = {}) => {
  const { data, status, text } = await site.admin.post('/api/assets', {
    assetnumber: `${assettype}-${++made}`,
    assettypeid: types[assettype],
    ...fields,
  });
  if (status !== 201) throw new Error(text);
  return data as { assetid: number; assetnumber: string };
};
const tie = (source: { assetid: number }, kind: string, target: { assetid: number }) =>
  site.admin.post('/api/assets/relationships', {
    sourceassetid: source.assetid,
    targetassetid: target.assetid,
    relationshiptypeid: kinds[kind],
  });
const ties = async (of: { assetid: number }, query = '') =>
  (await site.anonymous.get(`/api/assets/${of.assetid}/relationships${query}`)).data;

test('an asset has the default status and names for its IDs', async () => {
  const { data } = await site.admin.post('/api/assets', { assetnumber: 'A-1', assettypeid: types.Machine });
  expect(data).toMatchObject({
    statusid: 1,
    status: 'In use',
    assettype: 'Machine',
    isactive: true,
    location: null,
    level: null,
  });
  expect(data.createddate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('an asset requires a number and a known type, and an invalid body changes nothing', async () => {
  const before = (await site.anonymous.get('/api/assets')).meta.pagination.total;
  const bodies = [
    {},
    { assetnumber: 'B-1' },
    { assetnumber: 'B-1', assettypeid: 999 },
    { assetnumber: '', assettypeid: 1 },
    { assetnumber: 'x'.repeat(256), assettypeid: 1 },
    { assetnumber: 'B\u0000', assettypeid: 1 },
    { assetnumber: 'B-1', assettypeid: 1, mapx: 'left' },
    { assetnumber: 'B-1', assettypeid: -1 },
    { assetnumber: 'B-1', assettypeid: 1e99 },
    { assetnumber: ['B'], assettypeid: 1 },
  ];
  for (const body of bodies) {
    const answer = await site.admin.post('/api/assets', body);
    expect([JSON.stringify(body).slice(0, 60), answer.error?.code]).toEqual([
      JSON.stringify(body).slice(0, 60),
      'VALIDATION_ERROR',
    ]);
    expect(answer.error.details.issues[0].path).not.toBe('');
  }
  expect((await site.anonymous.get('/api/assets')).meta.pagination.total).toBe(before);
});

test('the server returns an error for a malformed, deep, duplicate or foreign body', async () => {
  const json = site.admin.with({ 'content-type': 'application/json' });
  for (const body of [
    '{',
    '[1,2',
    '{"assetnumber":"a","assetnumber":"b","assettypeid":1}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    '{"__proto__":{"isadmin":true}}',
    'null',
    '"x"',
  ]) {
    const answer = await json.raw('POST', '/api/assets', body);
    expect([body.slice(0, 20), answer.status]).toEqual([body.slice(0, 20), 400]);
  }
  expect(
    (await site.admin.with({ 'content-type': 'text/plain' }).raw('POST', '/api/assets', '{}')).error.code,
  ).toBe('BAD_REQUEST');
  const huge = await json.raw('POST', '/api/assets', `{"notes":"${'x'.repeat(1024 * 1024)}"}`);
  expect([huge.status, huge.error.code, huge.error.details.limit]).toEqual([
    413,
    'PAYLOAD_TOO_LARGE',
    1024 * 1024,
  ]);
});

test('a chunked body without a length returns 413 above the limit', async () => {
  const stream = new ReadableStream({
    start(controller) {
      for (let n = 0; n < 40; n++) controller.enqueue(new TextEncoder().encode(' '.repeat(64 * 1024)));
      controller.close();
    },
  });
  const answer = await site.admin
    .with({ 'content-type': 'application/json' })
    .raw('POST', '/api/assets', stream);
  expect(answer.status).toBe(413);
});

test('a deactivated asset is hidden, keeps its number and can be activated again', async () => {
  const { assetid, assetnumber } = await asset('Machine');
  expect((await site.admin.delete(`/api/assets/${assetid}`)).data).toEqual({ deleted: assetid });
  const find = async (query: string) =>
    (await site.anonymous.get(`/api/assets?search=${assetnumber}${query}`)).data.length;
  expect([await find(''), await find('&active=false')]).toEqual([0, 1]);
  const taken = await site.admin.post('/api/assets', { assetnumber, assettypeid: 1 });
  expect([taken.status, taken.error.message.includes('inactive')]).toEqual([409, true]);
  expect((await site.admin.put(`/api/assets/${assetid}`, { isactive: true })).data.isactive).toBe(true);
  expect(await find('')).toBe(1);
});

test('import mode accepts the dates of the previous system and refuses invalid ones', async () => {
  const importing = site.admin.with({ 'x-import-mode': 'true' });
  const dates = { createddate: '2001-02-03T04:05:06Z', modifieddate: '2002-02-03T04:05:06+02:00' };
  const { data } = await importing.post('/api/assets', {
    assetnumber: 'OLD-1',
    assettypeid: types.Machine,
    ...dates,
  });
  expect(data).toMatchObject({
    createddate: '2001-02-03T04:05:06.000Z',
    modifieddate: '2002-02-03T02:05:06.000Z',
  });
  expect(
    (await importing.post('/api/assets', { assetnumber: 'OLD-2', assettypeid: 1, createddate: 'long ago' }))
      .status,
  ).toBe(400);
  const ordinary = await site.admin.post('/api/assets', { assetnumber: 'OLD-3', assettypeid: 1, ...dates });
  expect(ordinary.data.createddate).not.toBe('2001-02-03T04:05:06.000Z');
});

test('the list filters by ID and name, sorts in both directions and returns each row once', async () => {
  const { data: place } = await site.admin.post('/api/locations', { location: 'Filter hall' });
  const { data: unit } = await site.admin.post('/api/businessunits', { businessunit: 'Filter unit' });
  for (let n = 0; n < 7; n++)
    await asset('Phone', {
      name: 'same name',
      locationid: place.locationid,
      businessunitid: unit.businessunitid,
      statusid: 2,
    });
  const total = async (query: string) =>
    (await site.anonymous.get(`/api/assets?${query}`)).meta.pagination.total;
  for (const query of [
    `locationid=${place.locationid}`,
    `location_id=${place.locationid}`,
    `businessunitid=${unit.businessunitid}`,
    `businessunit_id=${unit.businessunitid}`,
    'type=phone',
    `typeid=${types.Phone}`,
    `type_id=${types.Phone}`,
    'statusid=2',
    'status_id=2',
  ]) {
    expect([query, await total(query)]).toEqual([query, 7]);
  }
  const seen = new Set<number>();
  for (const page of [1, 2, 3]) {
    const { data } = await site.anonymous.get(`/api/assets?type=Phone&sort=name&per_page=3&page=${page}`);
    for (const row of data) seen.add(row.assetid);
  }
  expect(seen.size).toBe(7);
  const numbers = (await site.anonymous.get('/api/assets?sort=assetnumber&dir=desc')).data.map(
    (row: { assetnumber: string }) => row.assetnumber.toLowerCase(),
  );
  expect(numbers).toEqual([...numbers].sort(new Intl.Collator('en', { numeric: true }).compare).reverse());
});

test('an address is validated by its type, and one address of each type is primary', async () => {
  const { assetid } = await asset('Machine');
  const path = `/api/assets/${assetid}/communications`;
  for (const [commtype, address] of [
    ['ip', '10.0.0.256'],
    ['ip', 'fe80::1%eth0'],
    ['mac', '00:11:22'],
    ['mac', 'zz:zz:zz:zz:zz:zz'],
    ['smoke', 'x'],
    ['serial', ''],
  ]) {
    expect([address, (await site.admin.post(path, { commtype, address })).status]).toEqual([address, 400]);
  }
  const mac = await site.admin.post(path, { commtype: 'mac', address: '00-1A-2B-3C-4D-5E' });
  expect(mac.data.address).toBe('00:1a:2b:3c:4d:5e');
  const first = await site.admin.post(path, { commtype: 'ip', address: '10.0.0.1', isprimary: true });
  const second = await site.admin.post(path, { commtype: 'ip', address: '10.0.0.2', isprimary: true });
  expect((await site.admin.post(path, { commtype: 'ip', address: '10.0.0.1' })).status).toBe(409);
  const primary = (await site.anonymous.get(path)).data.filter(
    (row: { isprimary: boolean }) => row.isprimary,
  );
  expect(primary.map((row: { address: string }) => row.address)).toEqual(['10.0.0.2']);
  expect(
    (await site.admin.put(`${path}/${first.data.communicationid}`, { isprimary: true, notes: 'uplink' }))
      .data,
  ).toMatchObject({ isprimary: true, notes: 'uplink' });
  const other = await asset('Machine');
  expect(
    (await site.admin.delete(`/api/assets/${other.assetid}/communications/${second.data.communicationid}`))
      .status,
  ).toBe(404);
  expect((await site.admin.delete(`${path}/${second.data.communicationid}`)).status).toBe(200);
});

test('a relationship to itself or a duplicate is refused', async () => {
  const [a, b] = [await asset('Machine'), await asset('Machine')];
  expect((await tie(a, 'partof', a)).status).toBe(400);
  expect((await tie(a, 'partof', b)).status).toBe(201);
  expect((await tie(a, 'partof', b)).status).toBe(409);
  expect((await tie(b, 'partof', a)).status).toBe(201);
  expect((await tie(a, 'partof', { assetid: 99_999 })).error.details.issues[0].path).toBe('targetassetid');
});

test('a symmetric relationship is listed once for each asset', async () => {
  const [a, b] = [await asset('Machine'), await asset('Network device')];
  await tie(a, 'connectedto', b);
  expect((await tie(b, 'connectedto', a)).status).toBe(409);
  expect((await ties(a)).map((row: { peer: { assetid: number } }) => row.peer.assetid)).toEqual([b.assetid]);
  expect((await ties(b)).map((row: { peer: { assetid: number } }) => row.peer.assetid)).toEqual([a.assetid]);
});

test('a second default printer replaces the first', async () => {
  const [pc, one, two] = [await asset('Computer'), await asset('Printer'), await asset('Printer')];
  const first = await tie(pc, 'defaultprinter', one);
  const second = await tie(pc, 'defaultprinter', two);
  expect(second.data.replaced).toBe(first.data.relationshipid);
  expect((await ties(pc)).map((row: { peer: { assetid: number } }) => row.peer.assetid)).toEqual([
    two.assetid,
  ]);
});

test('a relationship to one machine of a dual path is mirrored to the other', async () => {
  const [pc, left, right] = [await asset('Computer'), await asset('Machine'), await asset('Machine')];
  await tie(left, 'dualpath', right);
  const made = await tie(pc, 'controls', left);
  expect(made.data.mirrored).toHaveLength(1);
  const controlled = (await ties(pc)).filter(
    (row: { relationshiptype: string }) => row.relationshiptype === 'controls',
  );
  expect(controlled.map((row: { peer: { assetid: number } }) => row.peer.assetid).sort()).toEqual(
    [left.assetid, right.assetid].sort(),
  );
  await site.admin.delete(`/api/assets/relationships/${made.data.relationshipid}`);
  expect(await ties(pc)).toEqual([]);
});

test('a PC inherits the printers of its machine unless it has its own', async () => {
  const [pc, machine, plain, own] = [
    await asset('Computer'),
    await asset('Machine'),
    await asset('Printer'),
    await asset('Printer'),
  ];
  await tie(pc, 'controls', machine);
  await tie(machine, 'usesprinter', plain);
  const printers = async () =>
    (await ties(pc, '?effective=true')).filter(
      (row: { relationshiptype: string }) => row.relationshiptype === 'usesprinter',
    );
  expect(await printers()).toMatchObject([
    { peer: { assetid: plain.assetid }, inheritedvia: { assetid: machine.assetid } },
  ]);
  expect(
    (await ties(pc)).some((row: { relationshiptype: string }) => row.relationshiptype === 'usesprinter'),
  ).toBe(false);
  await tie(pc, 'usesprinter', own);
  const after = await printers();
  expect(after.map((row: { peer: { assetid: number } }) => row.peer.assetid)).toEqual([own.assetid]);
});

test('the search returns an exact identifier first and finds addresses', async () => {
  const found = await asset('Machine', { name: 'Planer', serialnumber: 'SER-777' });
  await asset('Machine', { name: 'SER-777 lookalike' });
  await site.admin.post(`/api/assets/${found.assetid}/communications`, {
    commtype: 'ip',
    address: '10.77.7.7',
  });
  await site.admin.post(`/api/assets/${found.assetid}/communications`, {
    commtype: 'mac',
    address: 'AA:BB:CC:00:11:22',
  });
  for (const query of ['ser-777', found.assetnumber.toUpperCase(), '10.77.7.7', 'aa:bb:cc:00:11:22']) {
    const hits = (await site.admin.get(`/api/search?q=${encodeURIComponent(query)}`)).data;
    expect([query, hits[0].id]).toEqual([query, found.assetid]);
  }
  expect((await site.admin.get('/api/search?q=')).data).toEqual([]);
  expect((await site.admin.get('/api/search?q=zzqqzz')).data).toEqual([]);
  expect((await site.admin.get('/api/search/suggest?q=planre')).data.suggestion?.toLowerCase()).toBe(
    'planer',
  );
  expect((await site.anonymous.get('/api/search?q=planer')).status).toBe(401);
});
