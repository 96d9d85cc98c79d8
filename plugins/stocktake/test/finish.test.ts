import { afterAll, beforeAll, expect, test } from 'bun:test';
import { DAY } from '../../../test/support/clock.ts';
import { type StocktakeHall, scanOf, startHall } from './hall.ts';

let hall: StocktakeHall;
beforeAll(async () => {
  hall = await startHall();
});
afterAll(() => hall.stop());

const finish = (stocktakeid: number, body: object = {}) =>
  hall.site.admin.post(`/api/stocktakes/${stocktakeid}/finish`, body);
const status = async (name: string): Promise<number> => {
  const { data } = await hall.site.admin.post('/api/assets/statuses', { status: name });
  return data.statusid;
};
const standing = async (...assets: { assetid: number }[]) => {
  const all = await Promise.all(assets.map(({ assetid }) => hall.site.admin.get(`/api/assets/${assetid}`)));
  return all.map(({ data }) => [data.locationid, data.statusid]);
};
const verifications = (...assets: { assetid: number }[]) => {
  const ids = assets.map(({ assetid }) => assetid).join(', ');
  const sql = `SELECT assetid, verifiedby FROM assetverifications WHERE assetid IN (${ids})`;
  return hall.site.app.host.db.read((reader) => reader.all(sql));
};

test('finishing matches its preview, and undo restores locations and statuses and reopens it', async () => {
  const { admin } = hall.site;
  const locationid = await hall.place('Hall of the undo');
  const seen = await hall.asset({ locationid });
  const missing = await hall.asset({ locationid });
  const stray = await hall.asset({ locationid: hall.yard });
  const lost = await status('Lost');
  const broken = await status('Broken');
  const stocktakeid = await hall.start({ locationid });
  await hall.scan(stocktakeid, stray.assetnumber, 'who knows');
  await admin.post(`/api/stocktakes/${stocktakeid}/scans`, {
    scans: [scanOf(seen.assetnumber, { statusid: broken, note: 'cover is off' })],
  });
  const before = await standing(seen, missing, stray);
  const body = { moved: true, missingstatusid: lost, verify: true };
  const preview = await finish(stocktakeid, { ...body, dryrun: true });
  const figures = { expected: 2, found: 1, missing: 1, unexpected: 1, unknown: 1 };
  const effects = { verified: 2, moved: 1, missingset: 1, statusset: 1, left: 0 };
  expect(preview.data).toEqual({ stocktakeid, dryrun: true, ...figures, ...effects });
  expect(await standing(seen, missing, stray)).toEqual(before);

  const done = await finish(stocktakeid, body);
  expect(done.data).toEqual({ ...preview.data, dryrun: false });
  expect(await standing(seen, missing, stray)).toEqual([
    [locationid, broken],
    [locationid, lost],
    [locationid, before[2]![1]!],
  ]);
  expect(verifications(seen, missing, stray)).toHaveLength(2);
  expect((await admin.get(`/api/stocktakes/${stocktakeid}`)).data).toMatchObject({
    state: 'done',
    finishedby: 'admin',
    moved: true,
    missingstatusid: lost,
    missing: 1,
  });
  expect(await hall.items(stocktakeid, 'missing')).toHaveLength(1);
  const log = `/api/auditlogs?action=stocktake.stocktake.finished&entityid=${stocktakeid}`;
  const rows = (await admin.get(log)).data;
  expect(rows).toHaveLength(1);

  const undone = await admin.post(`/api/auditlogs/${done.headers.get('x-audit-id')}/undo`);
  expect(undone.error).toBeUndefined();
  expect(await standing(seen, missing, stray)).toEqual(before);
  expect(verifications(seen, missing, stray)).toEqual([]);
  expect((await admin.get(`/api/stocktakes/${stocktakeid}`)).data).toMatchObject({
    state: 'open',
    finisheddate: null,
    moved: false,
    missingstatusid: null,
  });
  expect(await hall.items(stocktakeid, 'expected')).toHaveLength(1);
  expect((await hall.scan(stocktakeid, missing.assetnumber))[0]!.outcome).toBe('found');
  expect((await finish(stocktakeid)).data).toMatchObject({ missing: 0, verified: 3 });
});

test('a closed stocktake returns 409 for new scans and the old result for repeated ones', async () => {
  const { admin } = hall.site;
  const stocktakeid = await hall.start();
  const scans = [scanOf('late')];
  const path = `/api/stocktakes/${stocktakeid}/scans`;
  const first = await admin.post(path, { scans });
  expect((await admin.post(`/api/stocktakes/${stocktakeid}/cancel`)).data.state).toBe('cancelled');
  expect((await admin.post(path, { scans })).data).toEqual(first.data);
  const later = await admin.post(path, { scans: [scanOf('later')] });
  expect([later.status, later.error.details.field]).toEqual([409, 'state']);
  expect((await admin.delete(`${path}/${scans[0]!.clientid}`)).status).toBe(409);
  expect((await finish(stocktakeid)).status).toBe(409);
  expect((await admin.post(`/api/stocktakes/${stocktakeid}/cancel`)).status).toBe(409);
  expect((await finish(999_999)).status).toBe(404);
});

test('finishing does not change assets that were retired or moved since the start', async () => {
  const { admin } = hall.site;
  const moved = await hall.asset();
  const retired = await hall.asset();
  await hall.asset();
  const statusid = await status('Gone');
  const stocktakeid = await hall.start();
  const { missing } = (await hall.counts(stocktakeid)) as { missing: number };
  await admin.put(`/api/assets/${moved.assetid}`, { locationid: hall.yard });
  await admin.delete(`/api/assets/${retired.assetid}`);
  const before = await standing(moved);
  const { data } = await finish(stocktakeid, { missingstatusid: statusid });
  expect(data).toMatchObject({ missing, missingset: missing - 2, left: 2 });
  expect(await standing(moved)).toEqual(before);
});

test('finishing needs assets.edit when it changes assets, but not when it only verifies', async () => {
  const { site } = hall;
  const walker = await site.userWith('stocktake.run');
  const stocktakeid = await hall.start();
  const path = `/api/stocktakes/${stocktakeid}/finish`;
  expect((await walker.post(path, { moved: true })).status).toBe(403);
  expect((await walker.post(path, { missingstatusid: 1 })).status).toBe(403);
  expect((await walker.post(path, {})).status).toBe(200);
  const editor = await site.userWith('stocktake.run', 'assets.edit');
  const stray = await hall.asset({ locationid: hall.yard });
  const other = await hall.start();
  await hall.scan(other, stray.assetnumber);
  const done = await editor.post(`/api/stocktakes/${other}/finish`, { moved: true });
  const undo = `/api/auditlogs/${done.headers.get('x-audit-id')}/undo`;
  expect((await walker.post(undo)).status).toBe(403);
  expect((await editor.post(undo)).status).toBe(200);
});

test('finishing returns 400 when the status is unknown', async () => {
  const answer = await finish(await hall.start(), { missingstatusid: 9999 });
  expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, 'missingstatusid']);
});

test('the report lists moved, missing and unknown items, also as CSV', async () => {
  const { admin } = hall.site;
  const stray = await hall.asset({ locationid: hall.yard, name: 'Stray' });
  const gone = await hall.asset({ name: 'Gone' });
  const stocktakeid = await hall.start();
  await hall.scan(stocktakeid, stray.assetnumber, 'odd code');
  await finish(stocktakeid, { moved: true });
  const path = `/api/reports/stocktake?stocktakeid=${stocktakeid}`;
  const { data } = await admin.get(path);
  const row = (number: string) =>
    data.rows.find((one: { assetnumber: string }) => one.assetnumber === number);
  expect(row(stray.assetnumber)).toMatchObject({
    state: 'Unexpected',
    moved: 'Yes',
    location: 'Yard',
    standsat: 'Hall 1',
    seenby: 'admin',
  });
  expect(row(gone.assetnumber)).toMatchObject({ state: 'Missing', moved: null, seenat: null });
  expect(data.rows.some((one: { code: string }) => one.code === 'odd code')).toBe(true);
  expect((await admin.raw('GET', `${path}&format=csv`)).text).toContain('odd code');
  expect((await admin.get('/api/reports/stocktake')).status).toBe(400);
});

test('the history shows when an asset was seen, and the not-seen report lists the others', async () => {
  const { admin } = hall.site;
  const seen = await hall.asset();
  const never = await hall.asset();
  const stocktakeid = await hall.start();
  await hall.scan(stocktakeid, seen.assetnumber);
  await finish(stocktakeid);
  const { title } = (await admin.get(`/api/stocktakes/${stocktakeid}`)).data;
  const history = (await admin.get(`/api/assets/${seen.assetid}/history`)).data;
  expect(history[0]).toMatchObject({ title: 'Last seen', old: null, new: `${title}, by admin` });
  const read = async (...permissions: string[]) => {
    const caller = await hall.site.userWith('assets.view', ...permissions);
    const { data, meta } = await caller.get(`/api/assets/${seen.assetid}/history`);
    const titles = data.map((row: { title: string }) => row.title);
    return [titles.includes('Last seen'), history.length - meta.pagination.total];
  };
  expect([await read(), await read('stocktake.run')]).toEqual([
    [false, 1],
    [true, 0],
  ]);
  const unseen = (await admin.get('/api/reports/not-seen?days=30')).data.rows.map(
    (row: { assetid: number }) => row.assetid,
  );
  expect([unseen.includes(never.assetid), unseen.includes(seen.assetid)]).toEqual([true, false]);
});

test('the dashboard lists and links a stocktake that is open for longer than a week', async () => {
  const { site } = hall;
  const stocktakeid = await hall.start();
  site.clock.advance(8 * DAY);
  try {
    const admin = await site.anonymous.signIn('admin', 'correct horse');
    const rules = (await admin.get('/api/dashboard/summary')).data.attention as {
      key: string;
      count: number;
      href: string;
    }[];
    const rule = rules.find(({ key }) => key === 'stocktake.open')!;
    expect(rule.count).toBeGreaterThan(0);
    const listed = (await admin.get(`/api${rule.href}&per_page=100`)).data as { stocktakeid: number }[];
    expect(listed.map((one) => one.stocktakeid)).toContain(stocktakeid);
    expect(rules.some(({ key }) => key === 'stocktake.unseen')).toBe(false);
  } finally {
    site.clock.advance(-8 * DAY);
  }
});
