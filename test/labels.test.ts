import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../plugins/index.ts';
import { definePlugin } from '../src/kit/plugin.ts';
import { type Site, startSite } from './support/site.ts';

const drawers = definePlugin({
  id: 'drawers',
  title: 'Drawers',
  description: 'Drawers of a cabinet',
  labels: {
    drawer: (_reader, id) =>
      id === 1 ? { title: 'Drawer 1', lines: ['Top'], value: 'Schublade ä', path: '/drawers/1' } : undefined,
  },
});

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, drawers] });
});
afterAll(() => site.stop());

test('the label of an asset contains its number as a code and its name, vendor and place', async () => {
  const hall = await site.admin.post('/api/locations', { location: 'Hall 1' });
  const vendor = await site.admin.post('/api/vendors', { vendor: 'Hermle' });
  const types = (await site.anonymous.get('/api/assets/types')).data;
  const asset = await site.admin.post('/api/assets', {
    assetnumber: 'M-7',
    assettypeid: types.find((type: { assettype: string }) => type.assettype === 'Machine').assettypeid,
    name: 'Mill',
    serialnumber: 'SN1',
    locationid: hall.data.locationid,
    vendorid: vendor.data.vendorid,
  });
  const { assetid } = asset.data;
  expect((await site.anonymous.get(`/api/labels/asset/${assetid}`)).data).toEqual({
    type: 'asset',
    id: assetid,
    title: 'Mill',
    lines: ['M-7', 'Hermle', 'S/N SN1', 'Hall 1'],
    number: 'M-7',
    assettypeid: asset.data.assettypeid,
    code: { value: 'M-7', format: 'qr' },
    url: `/assets/${assetid}`,
  });
  const bars = await site.anonymous.get(`/api/labels/asset/${assetid}?format=code128`);
  expect(bars.data.code.format).toBe('code128');
  const place = await site.anonymous.get(`/api/labels/location/${hall.data.locationid}`);
  expect(place.data).toMatchObject({ title: 'Hall 1', code: { value: 'Hall 1' } });
});

test('a computer has a label by its own ID, and its link starts with the address in the settings', async () => {
  const computer = await site.admin.post('/api/computers', { assetnumber: 'PC-1', hostname: 'floor-pc' });
  const setUrl = (value: string) => site.admin.put('/api/settings/site_url', { value });
  expect((await setUrl('https://mw.plant.example/')).status).toBe(200);
  const label = await site.anonymous.get(`/api/labels/computer/${computer.data.computerid}`);
  expect((await setUrl('')).status).toBe(200);
  expect(label.data).toMatchObject({
    title: 'floor-pc',
    lines: ['PC-1', 'Computer'],
    code: { value: 'PC-1' },
    url: `https://mw.plant.example/computers/${computer.data.computerid}`,
  });
});

test('a plugin adds labels, and a value that bars cannot contain gets a QR code', async () => {
  const label = await site.anonymous.get('/api/labels/drawer/1?format=code128');
  expect(label.data).toMatchObject({ title: 'Drawer 1', code: { value: 'Schublade ä', format: 'qr' } });
});

test.each([
  'asset/999999',
  'location/999999',
  'drawer/2',
  'nothing/1',
  'constructor/1',
  'asset/x',
  'vendors/1',
])('the label %s returns 404', async (path) => {
  expect((await site.anonymous.get(`/api/labels/${path}`)).status).toBe(404);
});

test('a size without room for the number is refused, and the size in its message is accepted', async () => {
  const types = (await site.admin.get('/api/assets/types')).data;
  const assetnumber = 'ABCD-1234-EFGH-5678-ABCD-1234-EFGH-5678-ABCD-123';
  const { data } = await site.admin.post('/api/assets', {
    assetnumber,
    assettypeid: types[0].assettypeid,
    name: 'x'.repeat(255),
  });
  const path = `/api/labels/asset/zpl?ids=${data.assetid}`;
  for (const style of ['card', 'plain']) {
    const refused = await site.anonymous.get(`${path}&style=${style}&width=25&height=15`);
    const [issue] = refused.error.details.issues;
    expect([style, refused.status, issue.path]).toEqual([style, 400, 'width']);
    const [, width, height] = /smallest size that fits is (\d+) × (\d+) mm\.$/.exec(issue.message)!;
    const printed = await site.anonymous.get(`${path}&style=${style}&width=${width}&height=${height}`);
    expect([style, printed.status]).toEqual([style, 200]);
    expect(printed.text).toContain(`^FD${assetnumber}^FS`);
    expect((await site.anonymous.get(`${path}&style=${style}`)).text).toContain(`^FD${assetnumber}^FS`);
  }
  const printer = await site.admin.post('/api/printers', { assetnumber: 'ZPL-9', ipaddress: '127.0.0.1' });
  const body = {
    type: 'asset',
    ids: [data.assetid],
    printerid: printer.data.printerid,
    width: 20,
    height: 20,
  };
  const { status, error } = await site.admin.post('/api/labels/print', body);
  expect([status, error.details.issues[0].path]).toEqual([400, 'width']);
  expect((await site.admin.get('/api/auditlogs?action=labels.label.printed')).data).toEqual([]);
});
