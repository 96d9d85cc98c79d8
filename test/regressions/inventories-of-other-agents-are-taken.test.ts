import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeAll(async () => {
  site = await startSite();
  ask = createReporter(site);
});
afterAll(() => site.stop());

test('the server accepts an XML inventory when a text or comment resembles a document type', async () => {
  const xml = (text: string) =>
    `<?xml version="1.0"?><REQUEST><!-- <!DOCTYPE a> --><DEVICEID>cd-1</DEVICEID><QUERY>INVENTORY</QUERY><CONTENT><HARDWARE><NAME>cdata-pc</NAME></HARDWARE><BIOS><SSN>CD-4711</SSN></BIOS><SOFTWARES><NAME>${text}</NAME></SOFTWARES></CONTENT></REQUEST>`;
  await send(xml('<![CDATA[Editor <!DOCTYPE html>]]>'));
  const [pc] = await ask.assets('CD-4711');
  const { data } = await site.admin.get(`/api/computers/by-hostname/cdata-pc`);
  expect([data.assetid, data.serialnumber]).toEqual([pc.assetid, 'CD-4711']);
  const apps = (await site.admin.get(`/api/computers/${data.computerid}/apps`)).data;
  expect(apps.map(({ appname }: { appname: string }) => appname)).toEqual(['Editor <!DOCTYPE html>']);
  for (const text of ['<!DOCTYPE b>', '<![CDATA[x]]><!ENTITY c "d">', '<![CDATA[x <!DOCTYPE b>']) {
    const refused = await ask.xml(xml(text));
    expect([text, refused]).toEqual([text, 400]);
  }
});

async function send(xml: string | Uint8Array): Promise<void> {
  const { status, text } = await ask.collector
    .with({ 'content-type': 'application/xml' })
    .raw('POST', '/api/collector/glpi', xml as BodyInit);
  expect([status, text]).toEqual([200, expect.stringContaining('<RESPONSE>SEND</RESPONSE>')]);
}

const addressesOf = async (assetid: number) => (await ask.addresses(assetid)).map(({ address }) => address);

test.each([
  [
    'android_phone',
    { assettype: 'Computer', name: 'android-5a30d8711bbadc9d', serialnumber: '5a30d8711bbadc9d' },
    [],
  ],
  ['nas_synology', { assettype: 'Other', name: 'SYN14' }, ['00:12:34:56:78:90']],
  [
    'switch_odd_mac',
    { assettype: 'Network device', name: 'J9803A', serialnumber: 'cn3afrt37n' },
    ['192.168.1.9'],
  ],
  [
    'cellular_router',
    { assettype: 'Network device', name: 'WR21', serialnumber: '486280' },
    ['172.21.255.102', '00:04:2d:07:6b:ae'],
  ],
  [
    'discovery_switch',
    { assettype: 'Network device', name: 'swdc-07-01-dc1', serialnumber: null },
    ['192.168.0.8', '00:23:04:ee:be:02'],
  ],
  ['discovery_name_only', { assettype: 'Other', name: 'homeassistant' }, ['172.210.10.133']],
])(
  'the inventory %s creates one asset and changes nothing when it is sent again',
  async (file, expected, addresses) => {
    const xml = await Bun.file(join(import.meta.dir, '../data/glpi-xml', `${file}.xml`)).text();
    const before = (await ask.assets()).length;
    await send(xml);
    const assets = await ask.assets();
    const [asset] = assets.filter(({ name }) => name === expected.name);
    expect([assets.length, asset]).toEqual([before + 1, expect.objectContaining(expected)]);
    expect(await addressesOf(asset.assetid)).toEqual(addresses);
    const rows = (await site.admin.get('/api/auditlogs')).meta.pagination.total;
    await send(xml);
    expect((await ask.assets()).length).toBe(before + 1);
    expect((await site.admin.get('/api/auditlogs')).meta.pagination.total).toBe(rows);
  },
);

test('a computer has no last start when its day and month are swapped', async () => {
  const xml = await Bun.file(join(import.meta.dir, '../data/glpi-xml/android_phone.xml')).text();
  await send(xml.replaceAll('5a30d8711bbadc9d', '5a30d8711bbadc9e'));
  const { data } = await site.admin.get('/api/computers/by-hostname/android-5a30d8711bbadc9e');
  expect(data.lastboottime).toBeNull();
});

/** Returns the inventory of a PC with these elements. */
const inventory = (name: string, elements: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<REQUEST><DEVICEID>${name}-2026-11-26-08-00-00</DEVICEID><QUERY>INVENTORY</QUERY><CONTENT>
<HARDWARE><NAME>${name}</NAME><LASTLOGGEDUSER>zoë.müller</LASTLOGGEDUSER></HARDWARE>
<BIOS><SSN>${name}-TEST</SSN><SMANUFACTURER>Würth Elektronik</SMANUFACTURER></BIOS>
${elements}</CONTENT></REQUEST>`;

const computerCalled = async (name: string) =>
  (await site.admin.get(`/api/computers/by-hostname/${name}`)).data;
const programsOf = async ({ computerid }: { computerid: number }): Promise<string[]> =>
  (await site.admin.get(`/api/computers/${computerid}/apps`)).data
    .map(({ appname }: { appname: string }) => appname)
    .sort();

test('a computer has all addresses of an adapter when XML repeats their elements', async () => {
  const adapter = `<NETWORKS><DESCRIPTION>Ethernet adapter</DESCRIPTION>
    <IPADDRESS>192.0.2.14</IPADDRESS><IPADDRESS>198.51.100.14</IPADDRESS>
    <IPADDRESS6>fe80::14</IPADDRESS6><IPADDRESS6>2001:db8::14</IPADDRESS6><IPADDRESS6>2001:db8:0:1::14</IPADDRESS6>
    <MACADDR>00:00:5E:00:53:04</MACADDR><STATUS>Up</STATUS></NETWORKS>`;
  await send(inventory('OFFICE-311', adapter));
  const { assetid } = await computerCalled('OFFICE-311');
  expect(await addressesOf(assetid)).toEqual([
    '192.0.2.14',
    '198.51.100.14',
    '2001:db8::14',
    '2001:db8:0:1::14',
    '00:00:5e:00:53:04',
  ]);
});

test('an invalid byte in an inventory changes no other text and creates no second vendor', async () => {
  const program = (name: string) => `<SOFTWARES><NAME>${name}</NAME><VERSION>1</VERSION></SOFTWARES>`;
  await send(inventory('LAB-06', program('Prüfsoftware Größe')));
  const [before, after] = inventory('LAB-07', program('Prüfsoftware Größe') + program('OpMARKrateur')).split(
    'MARK',
  );
  await send(Buffer.concat([Buffer.from(before!), Buffer.from([0xe9]), Buffer.from(after!)]));
  const pc = await computerCalled('LAB-07');
  expect([pc.loggedinuser, pc.vendor]).toEqual(['zoë.müller', 'Würth Elektronik']);
  expect(await programsOf(pc)).toEqual(['Opérateur', 'Prüfsoftware Größe']);
  expect((await site.admin.get('/api/vendors?search=elektronik')).data).toHaveLength(1);
});

test('the server accepts an inventory with characters that XML does not allow', async () => {
  const elements = `<MONITORS><CAPTION>KVM\u0000G5610</CAPTION><SERIAL>MON31</SERIAL></MONITORS>
    <SOFTWARES><NAME>Chip driver</NAME><PUBLISHER>Example Corp\uffff\u0002&#x2;</PUBLISHER></SOFTWARES>
    <SOFTWARES><NAME>Tools for R&amp;D &lt;beta&gt;</NAME></SOFTWARES>
    <SOFTWARES/><SOFTWARES/>`;
  await send(inventory('KVM-31', elements));
  const pc = await computerCalled('KVM-31');
  expect(await programsOf(pc)).toEqual(['Chip driver', 'Tools for R&D <beta>']);
  const parts = (await site.admin.get(`/api/computers/${pc.computerid}/hardware`)).data;
  expect(parts.map(({ name }: { name: string }) => name)).toEqual(['KVM G5610']);
  const [{ publisher }] = (await site.admin.get(`/api/computers/${pc.computerid}/apps`)).data;
  expect(publisher).toBe('Example Corp');
});
