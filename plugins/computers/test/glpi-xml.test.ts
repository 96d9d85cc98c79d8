import { expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';
import { decodeInventoryBody, InventoryError, normalizeInventory, readAgentRequest } from '../glpi/index.ts';

const computer = `<?xml version="1.0" encoding="UTF-8" ?>
<REQUEST>
  <CONTENT>
    <BIOS><SSN>CZC1234XYZ</SSN><SMANUFACTURER>HP</SMANUFACTURER><SMODEL>EliteDesk 800 &amp; more</SMODEL></BIOS>
    <HARDWARE><NAME>PRESS-07.plant.example</NAME><LASTLOGGEDUSER>mmeyer</LASTLOGGEDUSER>
      <OSNAME>Microsoft Windows 10 Pro</OSNAME><OSVERSION>10.0.19045</OSVERSION></HARDWARE>
    <OPERATINGSYSTEM><FULL_NAME>Microsoft Windows 10 Pro</FULL_NAME><VERSION>22H2</VERSION>
      <BOOT_TIME>2026-01-31 14:05:09</BOOT_TIME>
      <TIMEZONE><NAME>CET</NAME><OFFSET>+0100</OFFSET></TIMEZONE></OPERATINGSYSTEM>
    <NETWORKS><IPADDRESS>10.20.7.1</IPADDRESS><MACADDR>AA:BB:CC:00:11:22</MACADDR><VIRTUALDEV>0</VIRTUALDEV></NETWORKS>
    <NETWORKS><IPADDRESS>172.17.0.1</IPADDRESS><MACADDR>02:42:00:00:00:01</MACADDR><VIRTUALDEV>1</VIRTUALDEV></NETWORKS>
    <SOFTWARES><NAME>7-Zip</NAME><VERSION>24.09</VERSION><PUBLISHER>Igor Pavlov</PUBLISHER></SOFTWARES>
    <USERS><LOGIN>mmeyer</LOGIN></USERS>
    <CONTROLLERS/>
    <VERSIONCLIENT>FusionInventory-Agent_v2.6</VERSIONCLIENT>
  </CONTENT>
  <DEVICEID>PRESS-07-2026-01-31-08-00-00</DEVICEID>
  <QUERY>INVENTORY</QUERY>
</REQUEST>`;

const printer = `<?xml version="1.0"?><REQUEST><CONTENT><DEVICE>
  <INFO><TYPE>PRINTER</TYPE><NAME>PRN12</NAME><MODEL>LaserJet M507</MODEL><SERIAL>VNB1</SERIAL>
    <MANUFACTURER>HP</MANUFACTURER><MAC>00:68:eb:f2:be:10</MAC><IPS><IP>10.1.1.9</IP><IP>127.0.0.1</IP></IPS></INFO>
  <CARTRIDGES><TONERBLACK>64</TONERBLACK></CARTRIDGES><PAGECOUNTERS><TOTAL>1200</TOTAL></PAGECOUNTERS>
  <PORTS><PORT><IFNUMBER>1</IFNUMBER><MAC>00:68:eb:f2:be:10</MAC></PORT></PORTS>
  </DEVICE><MODULEVERSION>4.1</MODULEVERSION></CONTENT><DEVICEID>scanner</DEVICEID><QUERY>SNMPQUERY</QUERY></REQUEST>`;

const decode = (text: string | Uint8Array) =>
  decodeInventoryBody(typeof text === 'string' ? Buffer.from(text) : text, 'application/xml', null);

function refusal(text: string): InventoryError {
  try {
    normalizeInventory(decode(text));
  } catch (error) {
    if (error instanceof InventoryError) return error;
    throw error;
  }
  throw new Error('the document was accepted');
}

test('the parser reads a FusionInventory computer into the shape of a JSON one', () => {
  const document = decode(deflateSync(Buffer.from(computer)));
  expect([document.format, document.compression, readAgentRequest(document).kind]).toEqual([
    'xml',
    'zlib',
    'inventory',
  ]);
  expect(normalizeInventory(document)).toEqual({
    kind: 'computer',
    hostname: 'PRESS-07.plant.example',
    serialnumber: 'CZC1234XYZ',
    manufacturer: 'HP',
    model: 'EliteDesk 800 & more',
    osname: 'Microsoft Windows 10 Pro',
    osversion: '22H2',
    loggedinuser: 'mmeyer',
    lastboottime: '2026-01-31T13:05:09.000Z',
    ipaddresses: ['10.20.7.1'],
    macaddresses: ['aa:bb:cc:00:11:22'],
    hardware: expect.objectContaining({
      parts: { interface: [expect.objectContaining({ serialnumber: 'aa:bb:cc:00:11:22' })] },
    }),
    uuid: undefined,
    installedapps: [{ name: '7-Zip', version: '24.09', publisher: 'Igor Pavlov' }],
    agentversion: 'FusionInventory-Agent_v2.6',
    partial: false,
  });
});

test('the parser reads an SNMP message as the inventory of a printer', () => {
  const document = decode(printer);
  expect(readAgentRequest(document).kind).toBe('inventory');
  expect(normalizeInventory(document)).toMatchObject({
    kind: 'printer',
    name: 'PRN12',
    serialnumber: 'VNB1',
    ipaddresses: ['10.1.1.9'],
    macaddresses: ['00:68:eb:f2:be:10'],
    pagecount: 1200,
    supplies: [{ name: 'tonerblack', level: 64, text: '64' }],
  });
});

test('the request reader treats a scan start and a device error as notices', () => {
  const request = (content: string) =>
    decode(`<REQUEST><CONTENT>${content}</CONTENT><DEVICEID>s</DEVICEID><QUERY>SNMPQUERY</QUERY></REQUEST>`);
  expect(
    readAgentRequest(request('<AGENT><START>1</START></AGENT><PROCESSNUMBER>4</PROCESSNUMBER>')).kind,
  ).toBe('notice');
  expect(readAgentRequest(request('<DEVICE><ERROR><ID>3</ID></ERROR></DEVICE>')).kind).toBe('notice');
});

test('the parser reads a discovered device from its name, address and type', () => {
  const device = '<DEVICE><SNMPHOSTNAME>sw9</SNMPHOSTNAME><IP>10.9.9.9</IP><TYPE>NETWORKING</TYPE></DEVICE>';
  const document = decode(
    `<REQUEST><CONTENT>${device}</CONTENT><DEVICEID>s</DEVICEID><QUERY>NETDISCOVERY</QUERY></REQUEST>`,
  );
  expect(readAgentRequest(document).kind).toBe('inventory');
  expect(normalizeInventory(document)).toMatchObject({
    kind: 'network',
    name: 'sw9',
    ipaddresses: ['10.9.9.9'],
  });
});

test('the parser reads ISO-8859-1 from old agents', () => {
  const latin = Buffer.from(computer.replace('mmeyer</LOGIN>', 'müller</LOGIN>'), 'latin1');
  expect(normalizeInventory(decode(latin))).toMatchObject({ loggedinuser: 'müller' });
});

test('the parser decodes character references exactly once', () => {
  const name = (text: string) => normalizeInventory(decode(computer.replace('PRESS-07.plant.example', text)));
  expect(name('A&#45;B&#x2d;1')).toMatchObject({ hostname: 'A-B-1' });
  expect(name('A&amp;lt;B')).toMatchObject({ hostname: 'A&lt;B' });
  expect(name('A&#0;&#x110000;B')).toMatchObject({ hostname: 'A &#x110000;B' });
});

test('the parser rejects document types and entities', () => {
  const xxe = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  expect(refusal(xxe + computer.replace('PRESS-07', '&x;').slice(39)).message).toContain('document type');
  const laughs = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>`;
  expect(refusal(laughs + computer.slice(39)).reason).toBe('unsupported');
});

test('the parser rejects truncated, deeply nested and unrelated documents', () => {
  expect(refusal(computer.slice(0, 700)).message).toContain('well-formed');
  expect(refusal(computer.replace('</BIOS>', '')).message).toContain('well-formed');
  const deep = `${'<A>'.repeat(5000)}${'</A>'.repeat(5000)}`;
  expect(refusal(`<REQUEST>${deep}</REQUEST>`)).toBeInstanceOf(InventoryError);
  expect(refusal('<html><body>no</body></html>').message).toContain('REQUEST');
  expect(refusal('<REQUEST></REQUEST>').reason).toBe('malformed');
  expect(refusal('<REQUEST><__proto__><CONTENT>x</CONTENT></__proto__></REQUEST>')).toBeInstanceOf(
    InventoryError,
  );
  expect(refusal(printer.replace('<DEVICE>', '<DEVICE></DEVICE><DEVICE>')).message).toContain('one device');
});

test('the parser rejects a million empty elements as too large', () => {
  expect(refusal(`<REQUEST>${'<a/>'.repeat(1_000_000)}</REQUEST>`).reason).toBe('toolarge');
});
