import { expect, test } from 'bun:test';
import { type ComputerInventory, decodeInventoryBody, normalizeInventory } from '../glpi/index.ts';

const MARK = 'TEXT';

const document = (encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>
<REQUEST><DEVICEID>PC01-2026-01-31-08-00-00</DEVICEID><QUERY>INVENTORY</QUERY><CONTENT>
<HARDWARE><NAME>PC01</NAME><LASTLOGGEDUSER>ina</LASTLOGGEDUSER></HARDWARE>
<SOFTWARES><NAME>${MARK}</NAME><VERSION>1</VERSION></SOFTWARES>
<SOFTWARES><NAME>after</NAME><VERSION>2</VERSION></SOFTWARES></CONTENT></REQUEST>`;

const json = JSON.stringify({
  deviceid: 'x',
  content: {
    hardware: { name: 'PC01', lastloggeduser: 'ina' },
    softwares: [
      { name: MARK, version: '1' },
      { name: 'after', version: '2' },
    ],
  },
});

/** Replaces the mark with bytes. */
function withBytes(text: string, bytes: Uint8Array): Uint8Array {
  const [before = '', after = ''] = text.split(MARK);
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
}

/** Reads the name of the first program and expects all other values unchanged. */
function readName(body: Uint8Array, type = 'application/xml'): string | undefined {
  const inventory = normalizeInventory(decodeInventoryBody(body, type, null)) as ComputerInventory;
  expect(inventory).toMatchObject({ hostname: 'PC01', loggedinuser: 'ina' });
  const [other] = inventory.installedapps!.filter(({ version }) => version === '2');
  expect(other?.name).toBe('after');
  return inventory.installedapps!.find(({ version }) => version === '1')?.name;
}

test.each([
  ['windows-1250', [0xa3, 0xf3, 0x64, 0x9f], 'Łódź'],
  ['windows-1251', [0xc7, 0xe0, 0xe2, 0xee, 0xe4], 'Завод'],
  ['ISO-8859-2', [0xa3, 0xf3, 0x64, 0xbc], 'Łódź'],
  ['ISO-8859-15', [0x45, 0xa4], 'E€'],
  ['ISO-8859-1', [0x47, 0x72, 0xf6, 0xdf, 0x65], 'Größe'],
  ['Shift_JIS', [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], 'テスト'],
  ['EUC-KR', [0xc7, 0xd1], '한'],
  ['KOI8-R', [0xfa, 0xc1, 0xd7, 0xcf, 0xc4], 'Завод'],
  ['no-such-encoding', [...Buffer.from('Größe')], 'Größe'],
  ['ISO-8859-1', [...Buffer.from('Größe')], 'Größe'],
] as const)('the parser reads an XML inventory that declares the encoding %s', (encoding, bytes, name) => {
  expect(readName(withBytes(document(encoding), Uint8Array.from(bytes)))).toBe(name);
});

test.each([
  ['little-endian with a mark', 'le', '\ufeff'],
  ['little-endian', 'le', ''],
  ['big-endian with a mark', 'be', '\ufeff'],
  ['big-endian', 'be', ''],
])('the parser reads a UTF-16 inventory, %s', (_what, order, mark) => {
  for (const text of [document('UTF-16'), json]) {
    const bytes = Buffer.from(mark + text.replace(MARK, 'Größe'), 'utf16le');
    expect(readName(order === 'be' ? bytes.swap16() : bytes)).toBe('Größe');
  }
});

test('the parser reads a JSON inventory in the encoding that its content type declares', () => {
  const bytes = withBytes(json, Uint8Array.from([0xc7, 0xe0, 0xe2, 0xee, 0xe4]));
  expect(readName(bytes, 'application/json; charset=windows-1251')).toBe('Завод');
});

test.each([
  ['a byte of another encoding', [...Buffer.from('Prü'), 0xe9, ...Buffer.from('ß')], 'Prüéß'],
  ['half a letter', [0x61, 0xc3, 0x62], 'aÃb'],
  ['an overlong letter', [0x61, 0xc0, 0xaf], 'aÀ¯'],
  ['a control character', [0x61, 0x02, 0x62], 'a b'],
  ['a NUL', [0x61, 0x00, 0x62], 'a b'],
  ['a line break', [0x61, 0x0a, 0x62], 'a b'],
  ['an invalid code point', [0x61, 0xef, 0xbf, 0xbf], 'a'],
])('the parser reads all other values when a text contains %s', (_what, bytes, name) => {
  for (const text of [document('UTF-8'), json])
    expect(readName(withBytes(text, Uint8Array.from(bytes)))).toBe(name);
});

test('the parser reads a JSON inventory with an invalid escape', () => {
  expect(readName(Buffer.from(json.replace(MARK, 'C:\\Xylo\\\\tool\\u00fc')))).toBe('C:Xylo\\toolü');
});

test.each([
  ['R & D', 'R & D'],
  ['R &amp; D & more', 'R & D & more'],
  ['AT&T; x', 'AT&T; x'],
  ['a < b', 'a < b'],
  ['a <3 b', 'a <3 b'],
  ['Tools <beta> 2', 'Tools <beta> 2'],
  ['Tools <beta> & <gamma>', 'Tools <beta> & <gamma>'],
  ['<unknown>', '<unknown>'],
  ['Tools </beta>', 'Tools </beta>'],
  ['me <me@plant.example>', 'me <me@plant.example>'],
  ['<![CDATA[a & b <c>]]>& d', 'a & b <c>& d'],
  ['a <!-- b & c --> d & e', 'a  d & e'],
  ['a<b>c</b>', 'a'],
])('the parser repairs an XML inventory when a text is %s', (text, name) => {
  expect(readName(Buffer.from(document('UTF-8').replace(MARK, text)))?.replace(/\s+/g, ' ')).toBe(
    name.replace(/\s+/g, ' '),
  );
});
