import { afterAll, beforeAll, expect, test } from 'bun:test';
import { MINUTE } from '../support/clock.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

let made = 0;
const newComputer = async (fields: object = {}) => {
  const n = ++made;
  return site.admin.post('/api/computers', { assetnumber: `PC-${n}`, hostname: `host-${n}`, ...fields });
};
const newProtocol = async (protocol: string): Promise<number> => {
  const body = { protocol, defaultport: 5900, urltemplate: 'vnc://{host}:{port}' };
  return (await site.admin.post('/api/protocols', body)).data.protocolid;
};
const newSystem = async (osname: string): Promise<number> =>
  (await site.admin.post('/api/operatingsystems', { osname, osversion: '23H2' })).data.osid;

test('a computer returns the fields of its asset and its own', async () => {
  const created = await newComputer({
    hostname: 'whole-pc',
    name: 'Cell 4 PC',
    osid: await newSystem('Windows 11'),
    ipaddress: '10.4.0.7',
    accessmethods: [{ protocolid: await newProtocol('VNC'), portoverride: 5901 }],
  });
  expect(created.status).toBe(201);
  expect(created.data).toMatchObject({
    assettype: 'Computer',
    hostname: 'whole-pc',
    osname: 'Windows 11',
    ipaddress: '10.4.0.7',
    status: 'In use',
  });
  expect(created.data.communications).toMatchObject([
    { commtype: 'ip', address: '10.4.0.7', isprimary: true },
  ]);
  expect(created.data.accessmethods).toMatchObject([
    { protocol: 'VNC', port: 5901, url: 'vnc://10.4.0.7:5901' },
  ]);
  const { computerid, assetid } = created.data;
  for (const path of [
    `${computerid}`,
    `by-asset/${assetid}`,
    'by-hostname/WHOLE-PC',
    'by-hostname/whole-pc.plant.example',
  ]) {
    expect((await site.anonymous.get(`/api/computers/${path}`)).data.computerid).toBe(computerid);
  }
  expect((await site.anonymous.get('/api/computers/by-hostname/nobody')).status).toBe(404);
  const viaAsset = await site.anonymous.get(`/api/assets/${assetid}`);
  expect(viaAsset.data.typedata).toMatchObject({ register: 'computers', computerid, hostname: 'whole-pc' });
  expect(
    (await site.anonymous.get(`/api/assets/${assetid}?include_type_data=false`)).data.typedata,
  ).toBeUndefined();
});

test('an existing asset number or host name returns 409 with the field', async () => {
  await newComputer();
  const number = await site.admin.post('/api/computers', { assetnumber: `pc-${made}`, hostname: 'fresh' });
  expect([number.status, number.error.details.field]).toEqual([409, 'assetnumber']);
  const host = await site.admin.post('/api/computers', { assetnumber: 'fresh', hostname: `HOST-${made}` });
  expect([host.status, host.error.details.field]).toEqual([409, 'hostname']);
  expect((await site.admin.post('/api/computers', { hostname: 'fresh' })).error.details.issues[0].path).toBe(
    'assetnumber',
  );
});

test('the IP address is set, changed and cleared as primary address, and access methods are replaced', async () => {
  const { data } = await newComputer({ ipaddress: '10.5.0.1' });
  const protocolid = await newProtocol('SSH');
  const path = `/api/computers/${data.computerid}`;
  expect((await site.admin.put(path, { ipaddress: '10.5.0.2' })).data.communications).toMatchObject([
    { address: '10.5.0.2', isprimary: true },
  ]);
  expect((await site.admin.put(path, { ipaddress: 'not an address' })).error.details.issues[0].path).toBe(
    'ipaddress',
  );
  expect((await site.admin.put(path, { ipaddress: null })).data.communications).toEqual([]);
  expect((await site.admin.put(path, { accessmethods: [{ protocolid: 4711 }] })).status).toBe(400);
  expect((await site.admin.put(path, { accessmethods: [{ protocolid }] })).data.accessmethods).toHaveLength(
    1,
  );
  expect((await site.admin.put(path, { accessmethods: [] })).data.accessmethods).toEqual([]);
});

test('a change of a computer updates the time stamp and the history of its asset', async () => {
  const { data } = await newComputer();
  const changed = await site.admin.put(`/api/computers/${data.computerid}`, { loggedinuser: 'ina' });
  expect(changed.data.modifieddate > data.modifieddate).toBe(true);
  const history = (await site.anonymous.get(`/api/assets/${data.assetid}/history`)).data;
  expect(history[0]).toMatchObject({ field: 'loggedinuser', old: null, new: 'ina' });
  const stale = await site.admin.put(`/api/computers/${data.computerid}`, {
    loggedinuser: 'bo',
    ifmodifieddate: data.modifieddate,
  });
  expect(stale.error.code).toBe('STALE_WRITE');
});

test('the list of computers supports its documented filters and sort keys', async () => {
  const types = (await site.anonymous.get('/api/computers/types')).data;
  const shop = types.find((type: { isshopfloor: boolean }) => type.isshopfloor);
  const osid = await newSystem('Windows 10');
  const { data } = await newComputer({
    assetnumber: 'LISTED',
    hostname: 'listed',
    computertypeid: shop.computertypeid,
    osid,
  });
  const ids = async (query: string) =>
    (await site.anonymous.get(`/api/computers?per_page=100&${query}`)).data.map(
      (row: { computerid: number }) => row.computerid,
    );
  for (const query of [
    'search=listed&shopfloor=true',
    `search=listed&typeid=${shop.computertypeid}`,
    `search=listed&type_id=${shop.computertypeid}`,
    `assetnumber=${data.assetnumber}`,
    `search=${data.hostname.toUpperCase()}`,
  ]) {
    expect([query, await ids(query)]).toEqual([query, [data.computerid]]);
  }
  expect(await ids('shopfloor=false')).not.toContain(data.computerid);
  expect([await ids(`osid=${osid}`), await ids(`os_id=${osid}`)]).toEqual([
    [data.computerid],
    [data.computerid],
  ]);
  await newComputer();
  const all = (await ids('sort=assetnumber&dir=asc')).sort();
  expect(all.length).toBeGreaterThan(1);
  for (const sort of ['hostname', 'assetnumber', 'name', 'lastreporteddate'])
    expect([sort, (await ids(`sort=${sort}&dir=desc`)).sort()]).toEqual([sort, all]);
  expect((await site.anonymous.get('/api/computers?sort=hostnamesortkey')).status).toBe(400);
});

test('an installed application is recorded once, removed and recorded again', async () => {
  const { data } = await newComputer();
  const { data: app } = await site.admin.post('/api/applications', { appname: 'CAD' });
  const { data: version } = await site.admin.post(`/api/applications/${app.appid}/versions`, {
    version: '7',
  });
  const path = `/api/computers/${data.computerid}/apps`;
  expect((await site.admin.post(path, { appid: 4711 })).error.details.issues[0].path).toBe('appid');
  const installed = await site.admin.post(path, { appid: app.appid, appversionid: version.appversionid });
  expect(installed.data).toMatchObject({ appname: 'CAD', version: '7', isactive: true });
  expect((await site.admin.post(path, { appid: app.appid })).status).toBe(409);
  expect((await site.admin.delete(`${path}/${app.appid}`)).data).toEqual({ deleted: app.appid });
  expect((await site.anonymous.get(path)).data).toEqual([]);
  expect((await site.admin.delete(`${path}/${app.appid}`)).status).toBe(404);
  expect((await site.admin.post(path, { appid: app.appid })).data).toMatchObject({
    installedappid: installed.data.installedappid,
    isactive: true,
  });
});

test('a report stores the time of the server', async () => {
  const { data } = await newComputer();
  site.clock.advance(5 * MINUTE);
  const path = `/api/computers/${data.computerid}/report`;
  const reported = await site.admin.post(path, {
    loggedinuser: 'ina',
    lastreporteddate: '2001-01-01T00:00:00Z',
  });
  expect(Math.abs(Date.parse(reported.data.lastreporteddate) - site.clock.now().getTime())).toBeLessThan(
    5000,
  );
  expect(reported.data.loggedinuser).toBe('ina');
  expect((await site.admin.post(path)).status).toBe(200);
  expect((await site.anonymous.post(path, {})).status).toBe(401);
});

test('a deactivated computer is activated through its asset and not its own PUT', async () => {
  const { data } = await newComputer();
  expect((await site.admin.delete(`/api/computers/${data.computerid}`)).data).toEqual({
    deleted: data.computerid,
  });
  await site.admin.put(`/api/computers/${data.computerid}`, { isactive: true });
  expect((await site.anonymous.get(`/api/computers/${data.computerid}`)).data.isactive).toBe(false);
  await site.admin.put(`/api/assets/${data.assetid}`, { isactive: true });
  expect((await site.anonymous.get(`/api/computers/${data.computerid}`)).data.isactive).toBe(true);
});

test('a display computer has a full name from its serial number and the domain of the site', async () => {
  const types = (await site.anonymous.get('/api/computers/types')).data;
  const display = types.find((type: { isdisplaykiosk: boolean }) => type.isdisplaykiosk);
  await newComputer({ computertypeid: display.computertypeid, serialnumber: 'DSP77' });
  const kiosk = async () =>
    (await site.anonymous.get('/api/computers/display-kiosks')).data.find(
      (row: { serialnumber: string }) => row.serialnumber === 'DSP77',
    );
  expect((await kiosk()).fqdn).toBeNull();
  await site.admin.put('/api/settings/display_fqdn_domain', { value: 'plant.example' });
  expect((await kiosk()).fqdn).toBe('dsp77.plant.example');
});

test('the summary counts of computers by type add up to the total', async () => {
  await newComputer();
  const { data } = await site.anonymous.get('/api/computers/dashboard/summary');
  expect(data.total).toBe(data.shopfloor + data.nonshopfloor);
  expect(data.bytype.reduce((sum: number, row: { count: number }) => sum + row.count, 0)).toBe(data.total);
});

test('a user without computers.edit cannot change a computer', async () => {
  const user = await site.userWith('assets.edit', 'computers.view');
  expect((await user.put('/api/computers/1', { name: 'x' })).status).toBe(403);
  expect((await user.delete('/api/computers/1')).status).toBe(403);
  expect((await user.post('/api/computers', { assetnumber: 'x' })).status).toBe(403);
});

test('the list filters computers by installed application', async () => {
  const { appid } = (await site.admin.post('/api/applications', { appname: 'Only Here' })).data;
  const pc = (await site.admin.post('/api/computers', { assetnumber: 'HAS-IT', hostname: 'has-it' })).data;
  await site.admin.post('/api/computers', { assetnumber: 'HAS-NOT', hostname: 'has-not' });
  await site.admin.post(`/api/computers/${pc.computerid}/apps`, { appid });
  const having = async () =>
    (await site.admin.get(`/api/computers?appid=${appid}`)).data.map(
      ({ assetnumber }: { assetnumber: string }) => assetnumber,
    );
  expect(await having()).toEqual(['HAS-IT']);
  await site.admin.delete(`/api/computers/${pc.computerid}/apps/${appid}`);
  expect(await having()).toEqual([]);
});
