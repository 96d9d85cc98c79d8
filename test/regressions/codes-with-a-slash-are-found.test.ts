import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openKiosk } from '../../plugins/printedparts/test/kiosks.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.admin.put('/api/settings/usb_kiosk_enabled', { value: 'true' });
});
afterAll(() => site.stop());

/** Codes with characters that have a special meaning in a path unless they are encoded. */
const CODES = ['TAG/07', 'TAG/A/07', 'TAG 07', 'TAG%2F07', 'TAG?07', 'TAG#07', 'TAG+07', 'TAG&07', 'TAG\\07'];

test('the kiosk of USB devices finds a device when its tag has a special character', async () => {
  const kiosk = await openKiosk(site, 'Drawer 1', 'usb');
  for (const code of CODES) {
    expect((await site.admin.post('/api/usb', { deviceid: code })).status).toBe(201);
    const found = await kiosk.get(`/api/usb/kiosk/device/${encodeURIComponent(code)}`);
    expect([code, found.status, found.data.deviceid]).toEqual([code, 200, code]);
  }
});

test('the kiosk of printed parts finds an item when its code has a special character', async () => {
  const kiosk = await openKiosk(site, 'Cabinet 1');
  for (const code of CODES) {
    expect((await site.admin.post('/api/printedparts/items', { itemcode: code })).status).toBe(201);
    for (const scanned of [code, `${code}|3`]) {
      const found = await kiosk.get(`/api/printedparts/kiosk/item/${encodeURIComponent(scanned)}`);
      expect([scanned, found.status, found.data.itemcode]).toEqual([scanned, 200, code]);
    }
  }
});

test('the lookup finds a computer when its host name has a special character', async () => {
  for (const [n, hostname] of CODES.entries()) {
    expect((await site.admin.post('/api/computers', { assetnumber: `PC-${n}`, hostname })).status).toBe(201);
    const found = await site.admin.get(`/api/computers/by-hostname/${encodeURIComponent(hostname)}`);
    expect([hostname, found.status, found.data.assetnumber]).toEqual([hostname, 200, `PC-${n}`]);
  }
});

test('the label of a USB device contains the whole tag when it has a slash', async () => {
  const { data } = await site.admin.post('/api/usb', { deviceid: 'STICK/08' });
  const label = await site.admin.get(`/api/labels/usb/${data.usbdeviceid}`);
  expect([label.data.number, label.data.code.value]).toEqual(['STICK/08', 'STICK/08']);
  const zpl = await site.admin.get(`/api/labels/usb/zpl?ids=${data.usbdeviceid}`);
  expect(zpl.text).toContain('^FDMA,STICK/08^FS');
});
