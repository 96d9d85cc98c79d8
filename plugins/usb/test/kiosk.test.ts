import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { MINUTE } from '../../../test/support/clock.ts';
import { type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
let kiosk: Client;
let secret: string;
const flag = (value: string) => site.admin.put('/api/settings/usb_kiosk_enabled', { value });
const tablet = async (cabinetname: string, kind: string): Promise<[Client, string]> => {
  const made = await site.admin.post('/api/kioskdevices', { cabinetname, kind });
  return [site.anonymous.with({ 'x-kiosk-token': made.data.secret }), made.data.secret];
};
beforeAll(async () => {
  site = await startSite();
  await flag('true');
  [kiosk, secret] = await tablet('Drawer 1', 'usb');
});
afterAll(() => site.stop());
// Advance the clock, so that a scan of one test is not a repetition in the next.
beforeEach(() => site.clock.advance(MINUTE));

let made = 0;
const newStick = async (body: object = {}) =>
  (await site.admin.post('/api/usb', { deviceid: `K-${++made}`, label: 'Blue one', ...body })).data;
const custodyOf = async ({ usbdeviceid }: { usbdeviceid: number }) =>
  (await site.admin.get(`/api/usb/${usbdeviceid}/custody`)).data;
const scan = (
  verb: 'checkout' | 'checkin',
  device_id: unknown,
  badge: unknown = '0501234BZ',
  more: object = {},
) => kiosk.post(`/api/usb/kiosk/${verb}`, { device_id, badge, ...more });

test('the kiosk checks out a stick to the digits of a badge and checks it in again', async () => {
  const stick = await newStick({ isencrypted: true });
  const out = await scan('checkout', stick.deviceid, '0501234BZ', { reason: 'Firmware' });
  expect([out.status, out.data]).toMatchObject([
    200,
    { deviceid: stick.deviceid, label: 'Blue one', state: 'checkedout', isencrypted: true, repeated: false },
  ]);
  const device = (await site.admin.get(`/api/usb/${stick.usbdeviceid}`)).data;
  expect(device).toMatchObject({ state: 'checkedout', holdersso: '501234' });
  const back = await scan('checkin', stick.deviceid, '77');
  // The kiosk reports that another person was the borrower, but not the identity of that person.
  expect(back.data).toMatchObject({ isforanother: true });
  expect(JSON.stringify(back.data)).not.toContain('501234');
  expect([back.status, back.data]).toMatchObject([200, { state: 'available', checkedoutdate: null }]);
  expect(await custodyOf(stick)).toMatchObject([
    { event: 'checkin', holdersso: '77', recordedby: 'Drawer 1' },
    { event: 'checkout', holdersso: '501234', reason: 'Firmware', recordedby: 'Drawer 1' },
  ]);
  const [row] = (await site.admin.get('/api/auditlogs?action=usb.usbdevice.checkedout')).data;
  expect(row).toMatchObject({ username: 'Drawer 1', entityid: stick.usbdeviceid });
});

test('the kiosk gets the state of a stick, but not its holder', async () => {
  const stick = await newStick();
  await site.admin.post(`/api/usb/${stick.usbdeviceid}/checkout`, {
    holdersso: '4711',
    holdername: 'Ann Other',
  });
  const seen = await kiosk.get(`/api/usb/kiosk/device/${stick.deviceid.toLowerCase()}`);
  expect(Object.keys(seen.data).sort()).toEqual([
    'capacitygb',
    'checkedoutdate',
    'deviceid',
    'isencrypted',
    'label',
    'state',
    'usbdeviceid',
    'usbdevicetype',
  ]);
  expect(seen.data.state).toBe('checkedout');
  expect(seen.text).not.toMatch(/Ann|4711/);
  expect((await kiosk.get('/api/usb/kiosk/device/none')).status).toBe(404);
});

test('the ledger contains the name from the employee directory, and the kiosk does not', async () => {
  await site.admin.post('/api/employees/directory', { sso: '90210', firstname: 'Zoë', lastname: 'Marek' });
  const stick = await newStick();
  const out = await scan('checkout', stick.deviceid, '090210BZ');
  expect(out.text).not.toMatch(/Marek|90210/);
  expect((await custodyOf(stick))[0]).toMatchObject({ holdersso: '90210', holdername: 'Zoë Marek' });
  await scan('checkin', stick.deviceid, '31337');
  expect((await custodyOf(stick))[0]).toMatchObject({ holdersso: '31337', holdername: null });
  const desk = { holdersso: '90210' };
  const reply = await site.admin.post(`/api/usb/${stick.usbdeviceid}/checkout`, desk);
  expect(reply.data.holdername).toBe('Zoë Marek');
});

test('the kiosk returns 409 for a second checkout, an extra return and a retired stick', async () => {
  const stick = await newStick();
  expect((await scan('checkin', stick.deviceid)).status).toBe(409);
  await scan('checkout', stick.deviceid);
  const second = await scan('checkout', stick.deviceid, '77');
  expect([second.status, second.error.code]).toEqual([409, 'CONFLICT']);
  expect(second.text).not.toContain('501234');
  expect(await custodyOf(stick)).toHaveLength(1);
  const retired = await newStick({ state: 'retired' });
  expect((await scan('checkout', retired.deviceid)).status).toBe(409);
});

test('the kiosk returns 422 with different codes for an empty and an unreadable badge', async () => {
  const stick = await newStick();
  for (const badge of ['', '   ']) {
    const { status, error } = await scan('checkout', stick.deviceid, badge);
    expect([status, error.code]).toEqual([422, 'BADGE_EMPTY']);
  }
  const arabic = '\u0665\u0660\u0661';
  const wide = '\uff15\uff10\uff11';
  for (const badge of [
    'x',
    '501234BZ',
    '0BZ',
    '0501BZ1',
    '0501bz',
    '50 1',
    '-5',
    '1e3',
    arabic,
    wide,
    `0${arabic}BZ`,
    '9'.repeat(40),
  ]) {
    const { status, error } = await scan('checkout', stick.deviceid, badge);
    expect([badge, status, error.code]).toEqual([badge, 422, 'BADGE_UNREADABLE']);
  }
  for (const badge of [undefined, null, 501234])
    expect((await scan('checkout', stick.deviceid, badge ?? null)).status).toBe(400);
  expect((await kiosk.post('/api/usb/kiosk/checkout', { device_id: stick.deviceid })).status).toBe(400);
  expect(await custodyOf(stick)).toEqual([]);
});

test('the kiosk books the same badge and stick once within two seconds', async () => {
  const stick = await newStick();
  const answers = [await scan('checkout', stick.deviceid), await scan('checkout', stick.deviceid)];
  expect(answers.map(({ status, data }) => [status, data.repeated])).toEqual([
    [200, false],
    [200, true],
  ]);
  // A scan with another badge or at a later time is not a repetition.
  expect((await scan('checkout', stick.deviceid, '77')).status).toBe(409);
  site.clock.advance(2001);
  expect((await scan('checkout', stick.deviceid)).status).toBe(409);
  const back = [await scan('checkin', stick.deviceid), await scan('checkin', stick.deviceid)];
  expect(back.map(({ data }) => data.repeated)).toEqual([false, true]);
  expect(await custodyOf(stick)).toHaveLength(2);
});

test('a scan with the same scan ID is booked once at its scan time', async () => {
  const stick = await newStick();
  const scannedat = new Date(site.clock.now().getTime() - 30 * MINUTE).toISOString();
  const one = { scanid: 'scan-0000-1', scannedat };
  expect((await scan('checkout', stick.deviceid, '77', one)).data).toMatchObject({
    repeated: false,
    checkedoutdate: scannedat,
  });
  await scan('checkin', stick.deviceid, '77', { scanid: 'scan-0000-2' });
  site.clock.advance(10 * MINUTE);
  const again = await scan('checkout', stick.deviceid, '77', one);
  expect([again.status, again.data.repeated, again.data.state]).toEqual([200, true, 'available']);
  expect(await custodyOf(stick)).toHaveLength(2);
  for (const time of ['2999-01-01T00:00:00Z', '2001-01-01T00:00:00Z']) {
    const other = await newStick();
    const { data } = await scan('checkout', other.deviceid, '77', { scannedat: time });
    expect(site.clock.now().getTime() - Date.parse(data.checkedoutdate)).toBeLessThan(MINUTE);
  }
  for (const scanid of ['short', 'with space 12', 'x'.repeat(65)])
    expect((await scan('checkout', stick.deviceid, '77', { scanid })).status).toBe(400);
});

test('the server accepts one of twenty concurrent checkouts', async () => {
  const stick = await newStick();
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => scan('checkout', stick.deviceid, String(100 + n))),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  expect(await custodyOf(stick)).toHaveLength(1);
});

test('kiosk routes need the token of a USB kiosk, and the audit log does not contain it', async () => {
  const stick = await newStick();
  const path = `/api/usb/kiosk/device/${stick.deviceid}`;
  const [parts] = await tablet('Parts', 'printedparts');
  expect((await site.anonymous.get(path)).status).toBe(401);
  expect((await parts.get(path)).status).toBe(401);
  expect((await site.anonymous.with({ 'x-kiosk-token': `${secret}x` }).get(path)).status).toBe(401);
  expect((await site.admin.get(path)).status).toBe(403);
  expect((await site.admin.get('/api/auditlogs')).text).not.toContain(secret);
});

test('kiosk routes return 401 for the token of another kind before they read the input', async () => {
  const [parts] = await tablet('Parts that ask', 'printedparts');
  expect((await parts.get(`/api/usb/kiosk/device/${'x'.repeat(300)}`)).status).toBe(401);
  const json = parts.with({ 'content-type': 'application/json' });
  for (const verb of ['checkout', 'checkin'])
    for (const body of ['{}', '{"a":', JSON.stringify({ device_id: 'K-1', badge: '' })])
      expect([body, (await json.raw('POST', `/api/usb/kiosk/${verb}`, body)).status]).toEqual([body, 401]);
});

test('the kiosk returns 409 when another scan has used its scan ID', async () => {
  const [one, other] = [await newStick(), await newStick()];
  const name = { scanid: 'one-name-for-all' };
  await scan('checkout', one.deviceid, '77', name);
  for (const [verb, stick, badge] of [
    ['checkout', other, '77'],
    ['checkout', one, '78'],
    ['checkin', one, '77'],
  ] as const) {
    const { status, error } = await scan(verb, stick.deviceid, badge, name);
    expect([status, error?.details]).toMatchObject([409, { field: 'scanid' }]);
  }
  expect([await custodyOf(one), await custodyOf(other)].map(({ length }) => length)).toEqual([1, 0]);
});

test('the server stores a reason as one line of visible text', async () => {
  const stick = await newStick();
  await scan('checkout', stick.deviceid, '77', { reason: ' CNC\u0000 pro\u202egrams\r\nfor\thall 3 ' });
  expect((await custodyOf(stick))[0].reason).toBe('CNC programs for hall 3');
  await scan('checkin', stick.deviceid, '77', { reason: '\u200b\u0007' });
  expect((await custodyOf(stick))[0].reason).toBeNull();
});

test('kiosk routes return 404 to each caller while the kiosk is off', async () => {
  const stick = await newStick();
  expect((await site.anonymous.get('/api/capabilities')).data.usbkiosk).toBe(true);
  try {
    await flag('false');
    const nothing = (await site.anonymous.get('/api/nothing-here')).error;
    for (const client of [kiosk, site.anonymous, site.admin]) {
      const { status, error } = await client.get(`/api/usb/kiosk/device/${stick.deviceid}`);
      expect([status, error]).toEqual([404, nothing]);
      for (const verb of ['checkout', 'checkin'])
        expect((await client.post(`/api/usb/kiosk/${verb}`, {})).status).toBe(404);
    }
    expect((await site.anonymous.get('/api/capabilities')).data.usbkiosk).toBe(false);
  } finally {
    await flag('true');
  }
});

test('a kiosk of another kind gets 401 for invalid requests', async () => {
  const [other] = await tablet('Cabinet of another kind', 'printedparts');
  const replies = [
    await other.get('/api/usb/kiosk/device/none-such'),
    await other.post('/api/usb/kiosk/checkout', {}),
    await other.post('/api/usb/kiosk/checkin', { device_id: 7 }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
});
