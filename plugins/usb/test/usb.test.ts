import { afterAll, beforeAll, expect, test } from 'bun:test';
import { parseSso } from '../../../src/features/kioskdevices/index.ts';
import { DAY } from '../../../test/support/clock.ts';
import { withSetting } from '../../../test/support/settings.ts';
import { PASSWORD, type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

let made = 0;
const newStick = async (body: object = {}, of = site) =>
  (await of.admin.post('/api/usb', { deviceid: `USB-${++made}`, ...body })).data;
const pathOf = ({ usbdeviceid }: { usbdeviceid: number }) => `/api/usb/${usbdeviceid}`;
const again = async (stick: { usbdeviceid: number }) => (await site.admin.get(pathOf(stick))).data;
const take = (stick: { usbdeviceid: number }, body: object = {}, of = site) =>
  of.admin.post(`${pathOf(stick)}/checkout`, { holdersso: '4711', holdername: 'Ann', ...body });
const bring = (stick: { usbdeviceid: number }) => site.admin.post(`${pathOf(stick)}/checkin`, {});

test('a stick uses its tag as asset number unless it has another one', async () => {
  const { data: type } = await site.admin.post('/api/usb/types', { usbdevicetype: 'Data stick' });
  const answer = await site.admin.post('/api/usb', {
    deviceid: 'TAG-1',
    label: 'Blue one',
    usbdevicetypeid: type.usbdevicetypeid,
    serialnumber: 'SN-1',
    capacitygb: 63.5,
    isencrypted: true,
  });
  expect([answer.status, answer.data]).toMatchObject([
    201,
    {
      deviceid: 'TAG-1',
      assetnumber: 'TAG-1',
      assettype: 'USB device',
      label: 'Blue one',
      usbdevicetype: 'Data stick',
      serialnumber: 'SN-1',
      capacitygb: 63.5,
      isencrypted: true,
      state: 'available',
      holdersso: null,
      holdername: null,
      checkedoutdate: null,
    },
  ]);
  expect((await newStick({ assetnumber: 'A-77' })).assetnumber).toBe('A-77');
  const twin = await site.admin.post('/api/usb', { deviceid: 'tag-1' });
  expect([twin.status, twin.error.details.field]).toEqual([409, 'deviceid']);
  expect((await site.admin.post('/api/usb', { label: 'no tag' })).status).toBe(400);
  expect((await site.admin.get('/api/search?q=TAG-1')).data[0].kind).toBe('asset');
  expect((await site.anonymous.get('/api/usb?search=blue')).data).toHaveLength(1);
  const label = await site.anonymous.get(`/api/labels/usb/${answer.data.usbdeviceid}`);
  expect(label.data.title).toBe('TAG-1');
});

test('the label of a stick encodes its tag when it has another asset number', async () => {
  const { usbdeviceid } = await newStick({ deviceid: 'TAG-L', assetnumber: 'A-78' });
  const { data } = await site.anonymous.get(`/api/labels/usb/${usbdeviceid}`);
  expect(data).toMatchObject({ title: 'TAG-L', code: { value: 'TAG-L' } });
  expect(data.lines).toContain('A-78');
});

test('an asset of type USB device uses its asset number as tag', async () => {
  const types = (await site.admin.get('/api/assets/types')).data;
  const { assettypeid } = types.find((one: { assettype: string }) => one.assettype === 'USB device');
  const { data } = await site.admin.post('/api/assets', { assetnumber: 'PLAIN-1', assettypeid });
  expect((await site.anonymous.get(`/api/usb/by-asset/${data.assetid}`)).data.deviceid).toBe('PLAIN-1');
  await newStick({ deviceid: 'PLAIN-2', assetnumber: 'OTHER-2' });
  const taken = await site.admin.post('/api/assets', { assetnumber: 'PLAIN-2', assettypeid });
  expect([taken.status, taken.error.details.field]).toEqual([409, 'assetnumber']);
});

test('checkout and check-in change the holder, and each is a row of the ledger', async () => {
  const stick = await newStick();
  const out = await take(stick, { holdersso: '0004711BZ', reason: 'CNC 7' });
  expect([out.status, out.data]).toMatchObject([
    200,
    { state: 'checkedout', holdersso: '004711', holdername: 'Ann' },
  ]);
  expect(out.data.checkedoutdate).not.toBeNull();
  const back = await bring(stick);
  expect(back.data).toMatchObject({
    state: 'available',
    holdersso: null,
    holdername: null,
    checkedoutdate: null,
  });
  const rows = (await site.admin.get(`${pathOf(stick)}/custody`)).data;
  expect(rows).toMatchObject([
    { event: 'checkin', holdersso: '004711', holdername: 'Ann', recordedby: 'admin' },
    { event: 'checkout', holdersso: '004711', holdername: 'Ann', reason: 'CNC 7', recordedby: 'admin' },
  ]);
});

test('the server returns 409 for a second checkout, an extra check-in and a retired stick', async () => {
  const stick = await newStick();
  expect((await bring(stick)).status).toBe(409);
  await take(stick);
  expect((await take(stick)).status).toBe(409);
  await bring(stick);
  expect((await site.admin.put(pathOf(stick), { state: 'retired' })).data.state).toBe('retired');
  expect((await take(stick)).status).toBe(409);
  expect((await site.admin.put(pathOf(stick), { state: 'available' })).data.state).toBe('available');
  expect((await take(stick)).status).toBe(200);
});

test('a PUT changes the state only between available and retired, and never the holder', async () => {
  const stick = await newStick();
  expect((await site.admin.put(pathOf(stick), { state: 'checkedout' })).status).toBe(409);
  expect((await site.admin.put(pathOf(stick), { state: 'lost' })).status).toBe(400);
  expect((await site.admin.post('/api/usb', { deviceid: 'OUT-1', state: 'checkedout' })).status).toBe(409);
  await site.admin.put(pathOf(stick), { holdersso: '1', holdername: 'Eve' });
  expect((await again(stick)).holdername).toBeNull();
  await take(stick);
  for (const state of ['available', 'retired'])
    expect((await site.admin.put(pathOf(stick), { state })).status).toBe(409);
  expect((await site.admin.put(pathOf(stick), await again(stick))).status).toBe(200);
});

test('the server returns 409 when a checked-out stick is deleted', async () => {
  const stick = await newStick();
  await take(stick);
  expect((await site.admin.delete(pathOf(stick))).status).toBe(409);
  expect((await site.admin.delete(`/api/assets/${stick.assetid}`)).status).toBe(409);
  await bring(stick);
  expect((await site.admin.delete(pathOf(stick))).status).toBe(200);
});

test('undoing a checkout makes the stick available and deletes its ledger row', async () => {
  const stick = await newStick();
  const out = await take(stick);
  const undone = await site.admin.post(`/api/auditlogs/${out.headers.get('x-audit-id')}/undo`);
  expect([undone.status, (await again(stick)).state]).toEqual([200, 'available']);
  expect((await site.admin.get(`${pathOf(stick)}/custody`)).data).toEqual([]);
});

test('the checkout returns 400 when a badge contains non-ASCII digits', async () => {
  const stick = await newStick();
  for (const holdersso of ['４７１１', '٤٧١١', '0４７１１BZ', '47 11', '4711\u200b']) {
    const { status, error } = await take(stick, { holdersso });
    expect([holdersso, status, error?.details?.issues?.[0]?.path]).toEqual([holdersso, 400, 'holdersso']);
  }
});

test('parseSso accepts digits and wrapped digits, and a checkout returns 400 otherwise', async () => {
  expect(['123', '0123BZ', ' 123 '].map(parseSso)).toEqual(['123', '123', '123']);
  expect(['', '٣', '12a', '0BZ', 'BZ', '1123BZ'].map(parseSso)).toEqual(Array(6).fill(undefined));
  const stick = await newStick();
  const odd = await take(stick, { holdersso: 'Ann' });
  expect([odd.status, odd.error.details.issues[0].path]).toEqual([400, 'holdersso']);
});

test('reads are public and each write needs its permission', async () => {
  const stick = await newStick();
  expect((await site.anonymous.get('/api/usb')).status).toBe(200);
  expect((await site.anonymous.post('/api/usb', { deviceid: 'x' })).status).toBe(401);
  const creator = await site.userWith('usb.create');
  expect((await creator.post('/api/usb', { deviceid: 'BY-CREATOR' })).status).toBe(201);
  expect((await creator.post(`${pathOf(stick)}/checkout`, { holdersso: '1' })).status).toBe(403);
  const editor = await site.userWith('usb.edit');
  expect((await editor.post(`${pathOf(stick)}/checkout`, { holdersso: '1' })).status).toBe(200);
  expect((await editor.delete(pathOf(stick))).status).toBe(403);
});

test('list, ledger, report and CSV contain no holder with basic anonymous access', async () => {
  const stick = await newStick();
  await take(stick, { holdersso: '998877', holdername: 'Secret Holder' });
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    const ways = ['', '?format=csv', '/reports/audit?window=all', '/reports/audit?window=all&format=csv'];
    for (const way of [...ways, `/${stick.usbdeviceid}`, `/${stick.usbdeviceid}/custody`]) {
      const { status, text } = await site.anonymous.get(`/api/usb${way}`);
      expect([way, status]).toEqual([way, 200]);
      expect(text).not.toMatch(/998877|Secret Holder/);
    }
    expect((await site.anonymous.get('/api/usb?holdersso=998877')).status).toBe(401);
    expect((await site.anonymous.get('/api/usb/reports/audit?window=all&holdersso=998877')).status).toBe(401);
  });
  expect((await site.anonymous.get('/api/usb?holdersso=998877')).data).toHaveLength(1);
  const { data } = await site.anonymous.get('/api/usb/reports/audit?window=all&holdersso=998877');
  expect(data.rows.map(({ holdersso }: { holdersso: string }) => holdersso)).toEqual(['998877']);
  expect(data.summary).toMatchObject({ takes: 1, returns: 0, devices: 1, people: 1 });
});

test('the custody report has columns, rows and a summary by window, and exports CSV', async () => {
  const stick = await newStick();
  await take(stick);
  await bring(stick);
  const { data } = await site.anonymous.get('/api/usb/reports/audit?window=today');
  expect(data.columns[0]).toEqual({ key: 'eventdate', title: 'Time' });
  const dates = data.rows.map((row: { eventdate: string }) => row.eventdate);
  expect(dates).toEqual([...dates].sort().reverse());
  const events = data.rows.map((row: { event: string }) => row.event);
  const of = (event: string) => events.filter((one: string) => one === event).length;
  expect(data.summary).toMatchObject({ takes: of('checkout'), returns: of('checkin') });
  expect(of('checkin')).toBeGreaterThan(0);
  const csv = await site.anonymous.get('/api/usb/reports/audit?window=today&format=csv');
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(csv.text.trim().split('\r\n')).toHaveLength(data.rows.length + 1);
  expect((await site.anonymous.get('/api/usb/reports/audit?window=never')).status).toBe(400);
  expect((await site.anonymous.get('/api/reports/usb-custody?window=today')).data.rows).toEqual(data.rows);
  const countIn = async (window: string) =>
    (await site.anonymous.get(`/api/usb/reports/audit?window=${window}`)).data.rows.length;
  const all = data.rows.length;
  const passed: [days: number, counts: Record<string, number>][] = [
    [2, { today: 0, lastmonth: all, sixmonths: all }],
    [32, { lastmonth: 0, sixmonths: all }],
    [170, { sixmonths: 0, year: all }],
    [190, { year: 0, all }],
  ];
  let moved = 0;
  try {
    for (const [days, counts] of passed) {
      site.clock.advance(days * DAY);
      moved += days;
      for (const [window, n] of Object.entries(counts))
        expect([days, window, await countIn(window)]).toEqual([days, window, n]);
    }
  } finally {
    site.clock.advance(-moved * DAY);
  }
});

test('the dashboard counts overdue devices when the site sets a limit', async () => {
  const own = await startSite();
  try {
    await take(await newStick({}, own), {}, own);
    own.clock.advance(40 * DAY);
    own.admin = await own.anonymous.signIn('admin', PASSWORD);
    const overdue = async () =>
      (await own.admin.get('/api/dashboard/summary')).data.attention.find(
        ({ key }: { key: string }) => key === 'usb.overdue',
      )?.count ?? 0;
    expect(await overdue()).toBe(0);
    await own.admin.put('/api/settings/usb_overdue_days', { value: 30 });
    const { usb } = (await own.admin.get('/api/dashboard/summary')).data;
    expect(await overdue()).toBe(usb.checkedout);
    expect(usb.checkedout).toBeGreaterThan(0);
    await take(await newStick({}, own), {}, own);
    expect(await overdue()).toBe(usb.checkedout);
  } finally {
    await own.stop();
  }
});

test('a cleared asset number becomes the tag again', async () => {
  const stick = await newStick({ assetnumber: 'OWN-NUMBER' });
  const cleared = await site.admin.put(pathOf(stick), { assetnumber: null });
  expect([cleared.status, cleared.data.assetnumber]).toEqual([200, stick.deviceid]);
});
