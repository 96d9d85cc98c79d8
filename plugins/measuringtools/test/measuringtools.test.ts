import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDays } from '../../../src/kit/clock.ts';
import { DAY } from '../../../test/support/clock.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';

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
const newTool = async (body: object = {}) =>
  (await site.admin.post('/api/measuringtools', { assetnumber: `MT-${++made}`, ...body })).data;
const pathOf = ({ measuringtoolid }: { measuringtoolid: number }) => `/api/measuringtools/${measuringtoolid}`;
const again = async (tool: { measuringtoolid: number }) => (await site.anonymous.get(pathOf(tool))).data;
const calibrate = (tool: { measuringtoolid: number }, body: object) =>
  site.admin.post(`${pathOf(tool)}/calibrations`, body);

const PDF = `%PDF-1.4\n${'x'.repeat(200)}\n%%EOF`;
const form = (fields: Record<string, string>, file?: [content: string, name: string]) => {
  const sent = new FormData();
  for (const [name, value] of Object.entries(fields)) sent.set(name, value);
  if (file) sent.set('file', new File([file[0]], file[1]));
  return sent;
};

test('the server creates a measuring tool with its own fields as an asset of its type', async () => {
  const { data: vendor } = await site.admin.post('/api/vendors', { vendor: 'Tesserax' });
  const { data: type } = await site.admin.post('/api/measuringtools/types', {
    measuringtooltype: 'Bore gauge',
    calibrationintervaldays: 90,
  });
  const tool = await newTool({
    name: 'Bore gauge 7',
    vendorid: vendor.vendorid,
    measuringtooltypeid: type.measuringtooltypeid,
    gagelabtag: 'GL-77',
    softwareversion: '4.2',
    calibrationduedate: '2031-01-01',
  });
  expect(tool).toMatchObject({
    assettype: 'Measuring tool',
    vendor: 'Tesserax',
    measuringtooltype: 'Bore gauge',
    gagelabtag: 'GL-77',
    softwareversion: '4.2',
    lastcalibrationdate: null,
    calibrationintervaldays: 90,
    calibrationduedate: null,
    calibrationstate: 'unknown',
  });
  expect(
    (await site.anonymous.get(`/api/measuringtools/by-asset/${tool.assetid}`)).data.measuringtoolid,
  ).toBe(tool.measuringtoolid);
  expect((await site.anonymous.get('/api/measuringtools?search=gl-77')).data).toHaveLength(1);
  expect((await site.anonymous.get('/api/measuringtools?search=bore')).data).toHaveLength(1);
  expect((await site.admin.delete(`/api/measuringtools/types/${type.measuringtooltypeid}`)).status).toBe(409);
});

test('an asset of type Measuring tool has a measuring tool record', async () => {
  const types = (await site.admin.get('/api/assets/types')).data;
  const { assettypeid } = types.find((one: { assettype: string }) => one.assettype === 'Measuring tool');
  const { data } = await site.admin.post('/api/assets', { assetnumber: 'MT-plain', assettypeid });
  expect((await site.anonymous.get(`/api/measuringtools/by-asset/${data.assetid}`)).status).toBe(200);
});

test('reads are public and a calibration needs measuringtools.edit', async () => {
  const tool = await newTool();
  expect((await site.anonymous.get('/api/measuringtools')).status).toBe(200);
  expect((await site.anonymous.post('/api/measuringtools', { assetnumber: 'x' })).status).toBe(401);
  const body = { calibrationdate: day(0), result: 'pass' };
  expect((await site.anonymous.post(`${pathOf(tool)}/calibrations`, body)).status).toBe(401);
  const creator = await site.userWith('measuringtools.create');
  expect((await creator.post(`${pathOf(tool)}/calibrations`, body)).status).toBe(403);
  const editor = await site.userWith('measuringtools.edit');
  expect((await editor.post(`${pathOf(tool)}/calibrations`, body)).status).toBe(201);
});

test('a calibration returns 201 with its ledger row and sets the due date', async () => {
  const tool = await newTool({ calibrationintervaldays: 100 });
  const answer = await calibrate(tool, { calibrationdate: day(-10), result: 'adjusted', notes: 'New jaws' });
  expect(answer.status).toBe(201);
  expect(answer.data).toMatchObject({
    measuringtoolid: tool.measuringtoolid,
    calibrationdate: day(-10),
    result: 'adjusted',
    notes: 'New jaws',
    filename: null,
  });
  expect(await again(tool)).toMatchObject({
    lastcalibrationdate: day(-10),
    calibrationduedate: day(90),
    lastresult: 'adjusted',
    calibrationstate: 'ok',
  });
  const { data } = await site.anonymous.get(`${pathOf(tool)}/calibrations`);
  expect(data).toHaveLength(1);
  expect((await site.admin.put(pathOf(tool), { calibrationintervaldays: 20 })).data).toMatchObject({
    calibrationduedate: day(10),
    calibrationstate: 'due',
  });
});

test('an earlier calibration that is entered later is in the ledger and changes no date', async () => {
  const tool = await newTool({ calibrationintervaldays: 100 });
  await calibrate(tool, { calibrationdate: day(-10), result: 'pass' });
  expect((await calibrate(tool, { calibrationdate: day(-50), result: 'fail' })).status).toBe(201);
  expect(await again(tool)).toMatchObject({ lastcalibrationdate: day(-10), lastresult: 'pass' });
  expect((await site.anonymous.get(`${pathOf(tool)}/calibrations`)).data).toHaveLength(2);
});

test('a calibration returns 400 for a future date and an unknown result', async () => {
  const tool = await newTool();
  const future = await calibrate(tool, { calibrationdate: day(1), result: 'pass' });
  expect([future.status, future.error.details.issues[0].path]).toEqual([400, 'calibrationdate']);
  const odd = await calibrate(tool, { calibrationdate: day(0), result: 'great' });
  expect([odd.status, odd.error.details.issues[0].path]).toEqual([400, 'result']);
  expect((await calibrate(tool, { result: 'pass' })).status).toBe(400);
  expect((await site.admin.put(pathOf(tool), { lastcalibrationdate: day(1) })).status).toBe(400);
  expect((await calibrate({ measuringtoolid: 99_999 }, {})).status).toBe(404);
});

test('a tool is overdue when it fails a calibration, until it passes one', async () => {
  const tool = await newTool({ calibrationintervaldays: 365 });
  await calibrate(tool, { calibrationdate: day(0), result: 'fail' });
  expect(await again(tool)).toMatchObject({
    lastcalibrationdate: day(0),
    calibrationduedate: day(0),
    calibrationstate: 'overdue',
  });
  await calibrate(tool, { calibrationdate: day(0), result: 'pass' });
  expect(await again(tool)).toMatchObject({ calibrationduedate: day(365), calibrationstate: 'ok' });
});

test('undoing a calibration restores the due date', async () => {
  const tool = await newTool({ calibrationintervaldays: 100 });
  await calibrate(tool, { calibrationdate: day(-60), result: 'pass' });
  const second = await calibrate(tool, { calibrationdate: day(-1), result: 'fail' });
  const auditid = second.headers.get('x-audit-id');
  expect((await site.admin.post(`/api/auditlogs/${auditid}/undo`)).status).toBe(200);
  expect(await again(tool)).toMatchObject({ lastcalibrationdate: day(-60), calibrationduedate: day(40) });
});

test('the server validates a certificate by content and serves it with measuringtools.view', async () => {
  const tool = await newTool();
  const path = `${pathOf(tool)}/calibrations`;
  const fields = { calibrationdate: day(0), result: 'pass', notes: '' };
  const html = await site.admin.upload(path, form(fields, ['<html><script>1</script></html>', 'c.pdf']));
  expect([html.status, html.error.details.issues[0].path]).toEqual([400, 'file']);
  expect((await site.anonymous.get(path)).data).toHaveLength(0);
  const { status, data } = await site.admin.upload(path, form(fields, [PDF, 'Zertifikat 7.pdf']));
  expect(status).toBe(201);
  expect(data).toMatchObject({ originalname: 'Zertifikat 7.pdf', notes: null });
  expect(data.filename).toMatch(/^[0-9a-f-]{36}\.pdf$/);
  const address = `/api/measuringtools/certificates/${data.filename}`;
  expect((await site.anonymous.get(address)).status).toBe(401);
  expect((await (await site.userWith('measuringtools.edit')).get(address)).status).toBe(403);
  const read = await (await site.userWith('measuringtools.view')).get(address);
  expect([read.status, read.text]).toEqual([200, PDF]);
  expect(read.headers.get('content-disposition')).toContain('attachment');
  expect((await site.admin.upload(path, form(fields))).status).toBe(201);
  const large = await site.admin.upload(path, form(fields, ['x'.repeat(21 * 1024 * 1024), 'large.pdf']));
  expect([large.status, large.error.details.limit]).toEqual([413, 20 * 1024 * 1024]);
});

test('a calibration returns 409 when the tool is retired', async () => {
  const tool = await newTool();
  await site.admin.delete(pathOf(tool));
  expect((await calibrate(tool, { calibrationdate: day(0), result: 'pass' })).status).toBe(409);
});

test('lists, reports and the dashboard show due and overdue tools', async () => {
  const before = (await site.anonymous.get('/api/dashboard/summary')).data.calibration;
  const late = await newTool({ lastcalibrationdate: day(-40), calibrationintervaldays: 30 });
  const soon = await newTool({ lastcalibrationdate: day(-20), calibrationintervaldays: 30 });
  const fine = await newTool({ lastcalibrationdate: day(-20), calibrationintervaldays: 300 });
  const numbers = async (query: string) =>
    (await site.anonymous.get(`/api/measuringtools?per_page=100&${query}`)).data.map(
      (tool: { assetnumber: string }) => tool.assetnumber,
    );
  const [l, s, f] = [late, soon, fine].map(({ assetnumber }) => assetnumber);
  expect(await numbers('overdue=true')).toContain(l);
  expect(await numbers('overdue=true')).not.toContain(s);
  expect(await numbers('due=true')).toEqual(expect.arrayContaining([l, s]));
  expect(await numbers('due=false')).toContain(f);
  expect(await numbers(`dueby=${day(10)}`)).toEqual(expect.arrayContaining([l, s]));
  expect(await numbers(`dueby=${day(9)}`)).not.toContain(s);
  expect(await numbers('calibrationstate=due')).toContain(s);
  expect(await numbers('calibrationstate=ok')).toContain(f);
  const ways = ['/api/measuringtools/reports/calibration-due', '/api/reports/calibration-due'];
  const [own, all] = await Promise.all(ways.map((way) => site.anonymous.get(`${way}?days=10`)));
  expect(own!.data).toEqual(all!.data);
  const rows = own!.data.rows.map((row: { assetnumber: string }) => row.assetnumber);
  expect(rows).toEqual(expect.arrayContaining([l, s]));
  expect(rows).not.toContain(f);
  const narrow = await site.anonymous.get('/api/measuringtools/reports/calibration-due?days=9');
  expect(JSON.stringify(narrow.data.rows)).not.toContain(`"${s}"`);
  expect((await site.anonymous.get('/api/measuringtools/reports/calibration-due?days=-1')).status).toBe(400);
  const csv = await site.anonymous.get('/api/measuringtools/reports/calibration-due?format=csv');
  expect(csv.headers.get('content-type')).toContain('text/csv');
  const { calibration, attention } = (await site.admin.get('/api/dashboard/summary')).data;
  expect(calibration).toEqual({
    ...before,
    total: before.total + 3,
    ok: before.ok + 1,
    due: before.due + 1,
    overdue: before.overdue + 1,
  });
  expect(attention.find((one: { key: string }) => one.key === 'measuringtools.overdue').count).toBe(
    calibration.overdue,
  );
  expect((await site.anonymous.get('/api/measuringtools/dashboard/summary')).data).toMatchObject(calibration);
});

test('asset flags, search results and the label show an overdue calibration', async () => {
  const tool = await newTool({
    name: 'Zebra gauge',
    lastcalibrationdate: day(-40),
    calibrationintervaldays: 30,
  });
  const title = `Calibration overdue since ${day(-10)}`;
  expect((await site.anonymous.get(`/api/assets/${tool.assetid}/flags`)).data).toEqual([
    { word: 'overdue', title },
  ]);
  expect((await site.anonymous.get(`/api/assets/${tool.assetid}`)).data.typedata.calibrationstate).toBe(
    'overdue',
  );
  expect((await site.admin.get('/api/search?q=zebra')).data[0].subtitle).toContain(title);
  expect((await site.anonymous.get(`/api/labels/asset/${tool.assetid}`)).data.lines).toContain(title);
  await calibrate(tool, { calibrationdate: day(0), result: 'fail' });
  expect((await site.anonymous.get(`/api/assets/${tool.assetid}/flags`)).data).toEqual([
    { word: 'overdue', title: 'Calibration failed' },
  ]);
  expect((await site.anonymous.get('/api/assets/99999/flags')).status).toBe(404);
});

test('the collector finds a tool by number or serial number and is idempotent', async () => {
  const lab = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const send = (body: object) => lab.post('/api/collector/measuringtools', body);
  const report = { assetnumber: 'LAB-1', serialnumber: 'S-1', gagelabtag: 'T1', calibrationintervaldays: 50 };
  expect((await send(report)).data).toMatchObject({ created: 1, updated: 0, unchanged: 0 });
  expect((await send(report)).data).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  const { data } = await send({ serialnumber: 'S-1', lastcalibrationdate: day(-5) });
  expect(data).toMatchObject({ created: 0, updated: 1 });
  const tool = (await site.anonymous.get(`/api/measuringtools/by-asset/${data.assetid}`)).data;
  expect(tool).toMatchObject({ assetnumber: 'LAB-1', gagelabtag: 'T1', calibrationduedate: day(45) });
  expect((await send({ serialnumber: 'S-1', lastcalibrationdate: day(-9) })).data.unchanged).toBe(1);
  const fresh = await send({ serialnumber: 'S-2' });
  expect(fresh.data.created).toBe(1);
  const named = await site.anonymous.get(`/api/measuringtools/by-asset/${fresh.data.assetid}`);
  expect(named.data.assetnumber).toBe('S-2');
});

test('the collector stores notes and references of a tool and counts invalid notes', async () => {
  const lab = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const facts = { notes: 'Anvil worn', gaugelabreference: 'GL-7', maintenancereference: 'MR-8' };
  const { data } = await lab.post('/api/collector/measuringtools', { assetnumber: 'LAB-told', ...facts });
  expect((await site.admin.get(`/api/measuringtools/by-asset/${data.assetid}`)).data).toMatchObject(facts);
  const wrong = await lab.post('/api/collector/measuringtools', { assetnumber: 'LAB-told', notes: 3 });
  expect([wrong.status, wrong.data.ignored]).toEqual([200, { notes: 1 }]);
  expect((await site.admin.get(`/api/measuringtools/by-asset/${data.assetid}`)).data.notes).toBe('3');
});

test('the collector returns 400 with the wrong record and field of a batch', async () => {
  const lab = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const wrongs = [
    { vendorid: 99_999 },
    { vendorid: -1 },
    { locationid: 99_999 },
    { serialnumber: 'S'.repeat(256) },
    { gagelabtag: {} },
  ];
  for (const wrong of wrongs) {
    const records = [{ assetnumber: 'LAB-a' }, { assetnumber: 'LAB-b', ...wrong }];
    const { status, error } = await lab.post('/api/collector/measuringtools', { records });
    const paths = error.details.issues.map(({ path }: { path: string }) => path);
    expect([status, paths]).toEqual([400, [`records.1.${Object.keys(wrong)[0]}`]]);
  }
});

test('the collector drops and counts invalid values of descriptive fields', async () => {
  const lab = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const odd = [{ locationid: -1 }, { lastcalibrationdate: day(2) }, { lastcalibrationdate: 'x' }];
  const records = odd.map((values, n) => ({ assetnumber: `LAB-odd-${n}`, name: 'Caliper', ...values }));
  const { status, data } = await lab.post('/api/collector/measuringtools', { records });
  const counts = odd.map((values) => ({ [Object.keys(values)[0]!]: 1 }));
  expect([status, data.created, data.ignored]).toEqual([200, 3, counts]);
  const tools = (await site.admin.get('/api/measuringtools?search=LAB-odd')).data;
  expect(tools).toHaveLength(3);
  for (const tool of tools) expect(tool).toMatchObject({ name: 'Caliper', lastcalibrationdate: null });
});

test('the collector rejects the whole batch when one record is invalid', async () => {
  const lab = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  await site.admin.post('/api/assets', { assetnumber: 'OTHER-1', assettypeid: 2 });
  await newTool({ assetnumber: 'LAB-9', serialnumber: 'S-9' });
  const wrong: [object, number][] = [
    [{ gagelabtag: 'nobody' }, 400],
    [{ assetnumber: 'OTHER-1' }, 409],
    [{ assetnumber: 'LAB-9', serialnumber: 'S-other' }, 409],
    [{ assetnumber: 'LAB-10', vendorid: 99_999 }, 400],
    [{ assetnumber: 'LAB-10', locationid: 99_999 }, 400],
  ];
  for (const [record, status] of wrong) {
    const records = [{ assetnumber: 'LAB-first' }, record];
    const answer = await lab.post('/api/collector/measuringtools', { records });
    expect([record, answer.status]).toEqual([record, status]);
  }
  expect((await site.anonymous.get('/api/measuringtools?search=LAB-first')).data).toHaveLength(0);
  expect((await site.anonymous.post('/api/collector/measuringtools', {})).status).toBe(401);
});

test('the calibration reminder lists tools that are due', async () => {
  const tool = await newTool({ lastcalibrationdate: day(-20), calibrationintervaldays: 30 });
  const { host } = site.app;
  const reminder = host.contributions.reminders(host).find(({ key }) => key === 'calibrations')!;
  const rows = host.db.read((reader) => [...reminder.due(reader, { until: day(10), today: day(0) })]);
  expect(rows.map(({ href }) => href)).toContain(`/measuringtools/${tool.measuringtoolid}`);
  for (const { href } of rows) expect(href).toMatch(/^\/measuringtools\/\d+$/);
  expect(rows.every(({ due }) => due <= day(10))).toBe(true);
});

test('the starter data contains tool types and creates them once when repeated', async () => {
  await site.admin.post('/api/setup/seed-reference');
  await site.admin.post('/api/setup/seed-reference');
  const types = (await site.anonymous.get('/api/measuringtools/types?search=torque')).data;
  expect(types).toMatchObject([{ measuringtooltype: 'Torque wrench', calibrationintervaldays: 180 }]);
});

test('a tool becomes due and overdue as days pass', async () => {
  const tool = await newTool({ lastcalibrationdate: day(0), calibrationintervaldays: 40 });
  expect((await again(tool)).calibrationstate).toBe('ok');
  let moved = 0;
  const pass = (days: number) => {
    site.clock.advance(days * DAY);
    moved += days;
  };
  try {
    pass(11);
    expect((await again(tool)).calibrationstate).toBe('due');
    pass(30);
    expect((await again(tool)).calibrationstate).toBe('overdue');
  } finally {
    pass(-moved);
  }
});
