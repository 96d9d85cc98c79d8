import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeAsset, makeLevel } from '../map-floor.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const windows = (text: string) =>
  Buffer.from([...text].map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0))));

/** Parameters of the content type, each with the encoding of the text. */
const CHARSETS: readonly [parameter: string, encode: (text: string) => Buffer][] = [
  ['', Buffer.from],
  ['; charset=utf-8', Buffer.from],
  ['; charset=UTF-8', Buffer.from],
  ['; charset="utf-8"', Buffer.from],
  ['; charset=utf8', Buffer.from],
  ['; charset=', Buffer.from],
  ['; charset=utf-8', (text) => Buffer.from(`\uFEFF${text}`)],
  ['; charset=us-ascii', Buffer.from],
  ['; charset="ASCII"', Buffer.from],
  ['; charset=ANSI_X3.4-1968', Buffer.from],
  ['; charset=iso-8859-1', latin1],
  ['; charset=ISO-8859-1', latin1],
  [';charset="iso-8859-1"; profile=x', latin1],
  ['; profile=x; charset = latin1', latin1],
  ['; charset=windows-1252', latin1],
  ['; charset=utf-16', utf16le],
  ['; charset=utf-16', utf16be],
  ['; charset=utf-16', (text) => utf16le(`\uFEFF${text}`)],
  ['; charset=utf-16', (text) => utf16be(`\uFEFF${text}`)],
  ['; charset=UTF-16LE', utf16le],
  ['; charset=utf-16be', utf16be],
];

const UNKNOWN = ['us-ascii-2', 'iso-8859-15', 'koi8-r', 'utf-7', 'utf-32', 'shift_jis', 'x', '__proto__'];

const caller = (path: string) =>
  path.startsWith('/api/collector') ? site.anonymous.with({ 'x-api-key': COLLECTOR_KEY }) : site.admin;
const post = (path: string, type: string, content: Buffer, method = 'POST') =>
  caller(path).with({ 'content-type': type }).raw(method, path, new Uint8Array(content));
const vendorsNamed = async (vendor: string) =>
  (await site.admin.get(`/api/vendors?search=${encodeURIComponent(vendor)}`)).data.length as number;

test('the server reads a JSON body in the declared charset', async () => {
  for (const [n, [parameter, encode]] of CHARSETS.entries()) {
    const vendor = `Müller ${n}`;
    const type = `application/json${parameter}`;
    const { status, data } = await post('/api/vendors', type, encode(JSON.stringify({ vendor })));
    expect([n, parameter, status, data?.vendor]).toEqual([n, parameter, 201, vendor]);
  }
});

test('the server reads an ASCII body when it declares ASCII', async () => {
  for (const [n, name] of ['us-ascii', 'US-ASCII', 'ascii'].entries()) {
    const type = `application/json; charset=${name}`;
    const { status } = await post('/api/vendors', type, Buffer.from(`{"vendor":"Plain ${n}"}`));
    expect([name, status]).toEqual([name, 201]);
  }
  expect(await vendorsNamed('Plain')).toBe(3);
});

test('the server reads the euro sign of Windows-1252', async () => {
  const type = 'application/json; charset=windows-1252';
  const { data } = await post('/api/vendors', type, windows('{"vendor":"Würth 5 €"}'));
  expect(data.vendor).toBe('Würth 5 €');
});

test('the computers collector reads small and large reports in the declared charset', async () => {
  for (const [n, [parameter, encode]] of CHARSETS.entries())
    for (const padding of [0, 70_000]) {
      const record = {
        hostname: `CS-${n}-${padding}`,
        loggedinuser: `zoë ${n}`,
        serialnumber: `CSN-${n}-${padding}`,
      };
      const body = `${JSON.stringify({ records: [record] })}${' '.repeat(padding)}`;
      const { status } = await post('/api/collector/computers', `application/json${parameter}`, encode(body));
      expect([n, parameter, padding, status]).toEqual([n, parameter, padding, 200]);
      const { data } = await site.admin.get(`/api/computers?search=${record.hostname}`);
      const row = data.find(
        ({ serialnumber }: { serialnumber: string }) => serialnumber === record.serialnumber,
      );
      expect([n, row?.loggedinuser]).toEqual([n, `zoë ${n}`]);
    }
});

test('the server reads map positions and employee imports in the declared charset', async () => {
  const { levelid } = await makeLevel(site.admin, 'Ground floor');
  const assetid = await makeAsset(site.admin, 'CS-MAP');
  const position = JSON.stringify({ positions: [{ assetid, levelid, mapx: 1, mapy: 2 }] });
  const csv = JSON.stringify({ csv: 'SSO,First_Name,Last_Name\n4711,Zoë,Müller' });
  for (const [parameter, encode] of CHARSETS) {
    const type = `application/json${parameter}`;
    const placed = await post('/api/mappositions', type, encode(position), 'PUT');
    expect([parameter, placed.status]).toEqual([parameter, 200]);
    const imported = await post('/api/employees/directory/import', type, encode(csv));
    expect([parameter, imported.status]).toEqual([parameter, 200]);
  }
  const [person] = (await site.admin.get('/api/employees/search?q=4711')).data;
  expect(JSON.stringify(person)).toContain('Müller');
});

test('the server returns 415 and writes nothing when the charset is unknown', async () => {
  for (const name of UNKNOWN)
    for (const path of ['/api/vendors', '/api/collector/computers', '/api/employees/directory/import']) {
      const body = Buffer.from(JSON.stringify({ vendor: 'Unread', hostname: 'unread', csv: 'x' }));
      const { status, error } = await post(path, `application/json; charset=${name}`, body);
      expect([name, path, status, error?.code]).toEqual([name, path, 415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect(error.message).toContain('charset=utf-8');
    }
  expect(await vendorsNamed('Unread')).toBe(0);
});

test('the server returns 400 when the bytes are invalid in the declared charset', async () => {
  const broken: [string, string, Buffer][] = [
    ['', 'UTF8.GetBytes', latin1('{"vendor":"Broken Müller"}')],
    ['; charset=utf-8', 'UTF8.GetBytes', latin1('{"vendor":"Broken Müller"}')],
    ['', 'charset=iso-8859-1', latin1('{"vendor":"Broken Müller"}')],
    ['; charset=us-ascii', 'charset=iso-8859-1', latin1('{"vendor":"Broken Müller"}')],
    ['; charset=utf-16', 'charset=utf-8', utf16le('{"vendor":"Broken"}').subarray(0, -1)],
    ['; charset=utf-16', 'charset=utf-8', utf16le('{"vendor":"Broken \ud800"}')],
  ];
  for (const [parameter, words, content] of broken) {
    const { status, error } = await post('/api/vendors', `application/json${parameter}`, content);
    expect([parameter, status, error.code]).toEqual([parameter, 400, 'VALIDATION_ERROR']);
    expect(error.message).toContain(words);
  }
  expect(await vendorsNamed('Broken')).toBe(0);
  for (const padding of [0, 70_000]) {
    const report = latin1(`{"hostname":"broken","loggedinuser":"zoë"}${' '.repeat(padding)}`);
    const { status, error } = await post('/api/collector/computers', 'application/json', report);
    expect([padding, status]).toEqual([padding, 400]);
    expect(error.message).toContain('UTF8.GetBytes');
  }
});

interface Operation {
  requestBody?: { content: object };
  responses: Record<string, { description: string }>;
}

test('the OpenAPI document lists 415 for each operation with a JSON body', async () => {
  const { paths } = JSON.parse((await site.anonymous.get('/api/docs/openapi.json')).text);
  let bodies = 0;
  for (const [path, operations] of Object.entries<Record<string, Operation>>(paths))
    for (const [method, operation] of Object.entries(operations)) {
      const types = Object.keys(operation.requestBody?.content ?? {});
      if (!types.includes('application/json')) continue;
      bodies++;
      const description = operation.responses['415']?.description;
      expect([path, method, description]).toEqual([
        path,
        method,
        expect.stringContaining('UNSUPPORTED_MEDIA_TYPE'),
      ]);
    }
  expect(bodies).toBeGreaterThan(100);
});
