import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDays } from '../../../src/kit/clock.ts';
import { DAY } from '../../../test/support/clock.ts';
import { type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const day = (days: number) =>
  addDays(
    site.app.host.db.read((reader) => reader.today),
    days,
  );
let made = 0;
const newAsset = async () =>
  (
    await site.admin.post('/api/assets', {
      assetnumber: `W-${++made}`,
      name: `Thing ${made}`,
      assettypeid: 2,
    })
  ).data;
const newWarranty = async (body: object = {}) =>
  (await site.admin.post('/api/warranty', { warrantyname: `Warranty ${++made}`, ...body })).data;
const ids = (rows: { warrantyid: number }[]) => rows.map(({ warrantyid }) => warrantyid);
const PDF = `%PDF-1.4\n${'x'.repeat(200)}\n%%EOF`;
const form = (content: string, name: string) => {
  const sent = new FormData();
  sent.set('file', new File([content], name));
  return sent;
};

test('the server stores a warranty and its covered assets, and undo restores them', async () => {
  const [one, two] = [await newAsset(), await newAsset()];
  const { data: vendor } = await site.admin.post('/api/vendors', { vendor: 'Okuro' });
  const body = {
    warrantyname: 'Okuro full service',
    vendorid: vendor.vendorid,
    servicelevel: '8 h on site',
    contractnumber: 'C-1',
    startdate: day(-10),
    enddate: day(400),
    cost: 1234.56,
    notes: 'Call first.',
    assetids: [two.assetid, one.assetid],
  };
  const answer = await site.admin.post('/api/warranty', body);
  expect(answer.status).toBe(201);
  expect(answer.data).toMatchObject({
    ...body,
    assetids: [one.assetid, two.assetid],
    vendor: 'Okuro',
    coverage: 'covered',
    assetcount: 2,
    isactive: true,
  });
  const path = `/api/warranty/${answer.data.warrantyid}`;
  const listed = (await site.anonymous.get('/api/warranty?search=full')).data;
  expect(listed[0].assetids).toEqual([one.assetid, two.assetid]);
  expect((await site.anonymous.get(`${path}/assets`)).data).toMatchObject([
    { assetnumber: one.assetnumber },
    { assetnumber: two.assetnumber },
  ]);
  expect((await site.admin.put(path, { assetids: [two.assetid] })).data.assetids).toEqual([two.assetid]);
  expect((await site.admin.put(path, { notes: 'x' })).data.assetids).toEqual([two.assetid]);
  const undone = await site.admin.put(path, { assetids: [] });
  await site.admin.post(`/api/auditlogs/${undone.headers.get('x-audit-id')}/undo`);
  expect((await site.anonymous.get(path)).data.assetids).toEqual([two.assetid]);
});

test('the server returns 400 with the wrong field of a warranty and requires a name', async () => {
  const wrong: [object, string][] = [
    [{}, 'warrantyname'],
    [{ warrantyname: 'x', assetids: [99_999] }, 'assetids.0'],
    [{ warrantyname: 'x', vendorid: 99_999 }, 'vendorid'],
    [{ warrantyname: 'x', startdate: day(2), enddate: day(1) }, 'enddate'],
    [{ warrantyname: 'x', cost: 1.005 }, 'cost'],
    [{ warrantyname: 'x', cost: -1 }, 'cost'],
    [{ warrantyname: 'x', enddate: 'soon' }, 'enddate'],
  ];
  for (const [body, path] of wrong) {
    const answer = await site.admin.post('/api/warranty', body);
    expect([body, answer.status, answer.error.details.issues[0].path]).toEqual([body, 400, path]);
  }
  expect((await newWarranty({ cost: 0.29 })).cost).toBe(0.29);
  expect((await newWarranty({ cost: null })).cost).toBeNull();
});

test('reads are public, and writes need warranty.edit', async () => {
  const { warrantyid } = await newWarranty();
  expect((await site.anonymous.get(`/api/warranty/${warrantyid}`)).status).toBe(200);
  expect((await site.anonymous.post('/api/warranty', { warrantyname: 'x' })).status).toBe(401);
  const viewer = await site.userWith('warranty.view');
  expect((await viewer.post('/api/warranty', { warrantyname: 'x' })).status).toBe(403);
  const editor = await site.userWith('warranty.edit');
  expect((await editor.put(`/api/warranty/${warrantyid}`, { notes: 'x' })).status).toBe(200);
  expect((await editor.delete(`/api/warranty/${warrantyid}`)).data).toEqual({ deleted: warrantyid });
  expect((await site.anonymous.get(`/api/warranty/${warrantyid}`)).data.isactive).toBe(false);
});

test('coverage follows from the dates, and the list and dashboard use it', async () => {
  const terms: [string, object][] = [
    ['covered', { startdate: day(0), enddate: day(91) }],
    ['covered', {}],
    ['expiring', { startdate: day(-9), enddate: day(90) }],
    ['expiring', { enddate: day(0) }],
    ['expired', { enddate: day(-1) }],
    ['notstarted', { startdate: day(1), enddate: day(20) }],
  ];
  const before = (await site.anonymous.get('/api/dashboard/summary')).data.warranty;
  for (const [coverage, term] of terms) {
    const one = await newWarranty(term);
    expect([term, one.coverage]).toEqual([term, coverage]);
    for (const other of ['covered', 'expiring', 'expired', 'notstarted']) {
      const rows = (await site.anonymous.get(`/api/warranty?per_page=100&coverage=${other}`)).data;
      expect(ids(rows).includes(one.warrantyid)).toBe(other === coverage);
    }
  }
  expect((await site.anonymous.get('/api/warranty?coverage=nonsense')).status).toBe(400);
  const { warranty, attention } = (await site.admin.get('/api/dashboard/summary')).data;
  expect(warranty).toMatchObject({
    total: before.total + 6,
    covered: before.covered + 2,
    expiring: before.expiring + 2,
    expired: before.expired + 1,
    notstarted: before.notstarted + 1,
  });
  const rule = attention.find(({ key }: { key: string }) => key === 'warranty.expiring');
  expect(rule).toMatchObject({ count: warranty.expiring, href: '/warranty?torenew=true' });
});

test('an asset lists its warranties, and its history shows when one is added', async () => {
  const asset = await newAsset();
  const path = `/api/warranty/asset/${asset.assetid}`;
  expect((await site.anonymous.get(path)).data).toEqual([]);
  const one = await newWarranty({ warrantyname: 'Press contract', assetids: [asset.assetid] });
  expect(ids((await site.anonymous.get(path)).data)).toEqual([one.warrantyid]);
  expect((await site.anonymous.get(`/api/warranty?assetid=${asset.assetid}`)).data).toHaveLength(1);
  expect((await site.anonymous.get('/api/warranty/asset/99999')).status).toBe(404);
  const history = (await site.admin.get(`/api/assets/${asset.assetid}/history`)).data;
  expect(history[0]).toMatchObject({ field: 'warranty', title: 'Warranty', new: 'Press contract' });
  await site.admin.delete(`/api/warranty/${one.warrantyid}`);
  expect((await site.anonymous.get(path)).data).toEqual([]);
});

test('the server validates a proof by content and serves it with warranty.view', async () => {
  const { warrantyid } = await newWarranty();
  const path = `/api/warranty/${warrantyid}/proof`;
  const html = await site.admin.upload(path, form('<html>not paper</html>', 'proof.pdf'));
  expect([html.status, html.error.details.issues[0].path]).toEqual([400, 'file']);
  expect((await site.admin.upload(path, form(PDF, 'proof.exe'))).status).toBe(400);
  const { status, data } = await site.admin.upload(path, form(PDF, 'Invoice 7.pdf'));
  expect([status, data.originalname, data.mediatype]).toEqual([201, 'Invoice 7.pdf', 'application/pdf']);
  expect((await site.anonymous.get(`/api/warranty/${warrantyid}/proofs`)).data).toMatchObject([
    { filename: data.filename },
  ]);
  const address = `/api/warranty/proof/${data.filename}`;
  expect((await site.anonymous.get(address)).status).toBe(401);
  expect((await (await site.userWith('warranty.edit')).get(address)).status).toBe(403);
  const read = await (await site.userWith('warranty.view')).get(address);
  expect([read.status, read.text]).toEqual([200, PDF]);
  expect((await site.admin.get('/api/warranty/proof/nothing.pdf')).status).toBe(404);
});

test('a proof upload returns 413 with the limit, or 401, 404 and 409 before that', async () => {
  const { warrantyid } = await newWarranty();
  const large = () => form('x'.repeat(21 * 1024 * 1024), 'large.pdf');
  const refused = await site.admin.upload(`/api/warranty/${warrantyid}/proof`, large());
  expect([refused.status, refused.error.details.limit]).toEqual([413, 20 * 1024 * 1024]);
  expect((await site.anonymous.upload(`/api/warranty/${warrantyid}/proof`, form(PDF, 'a.pdf'))).status).toBe(
    401,
  );
  expect((await site.admin.upload('/api/warranty/99999/proof', form(PDF, 'a.pdf'))).status).toBe(404);
  await site.admin.delete(`/api/warranty/${warrantyid}`);
  expect((await site.admin.upload(`/api/warranty/${warrantyid}/proof`, form(PDF, 'a.pdf'))).status).toBe(409);
});

test('both expiry reports list warranties that end within some days, filtered by location', async () => {
  const { data: hall } = await site.admin.post('/api/locations', { location: 'Hall of warranties' });
  const asset = await newAsset();
  await site.admin.put(`/api/assets/${asset.assetid}`, { locationid: hall.locationid });
  const near = await newWarranty({ enddate: day(5), assetids: [asset.assetid] });
  const far = await newWarranty({ enddate: day(50) });
  const gone = await newWarranty({ enddate: day(-5) });
  const rows = async (path: string) => ids((await site.anonymous.get(path)).data.rows);
  const own = await rows('/api/warranty/reports/expiring?days=30');
  expect(own).toContain(near.warrantyid);
  expect(own).not.toContain(far.warrantyid);
  expect(own).not.toContain(gone.warrantyid);
  expect(await rows('/api/reports/warranty-expiring?days=30')).toEqual(own);
  expect(await rows('/api/warranty/reports/expiring')).toContain(far.warrantyid);
  expect(await rows(`/api/warranty/reports/expiring?locationid=${hall.locationid}`)).toEqual([
    near.warrantyid,
  ]);
  expect((await site.anonymous.get('/api/warranty/reports/expiring?days=x')).status).toBe(400);
});

test('the reminder lists a warranty that ends, and its coverage changes as days pass', async () => {
  const { warrantyid } = await newWarranty({ warrantyname: 'Short one', enddate: day(95) });
  const { host } = site.app;
  const reminder = host.contributions.reminders(host).find(({ key }) => key === 'warranties')!;
  const due = (until: string) =>
    host.db.read((reader) => [...reminder.due(reader, { until, today: day(0) })].map(({ id }) => id));
  expect(due(day(94))).not.toContain(warrantyid);
  expect(due(day(95))).toContain(warrantyid);
  site.clock.advance(6 * DAY);
  try {
    expect((await site.anonymous.get(`/api/warranty/${warrantyid}`)).data.coverage).toBe('expiring');
  } finally {
    site.clock.advance(-6 * DAY);
  }
});
