import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

interface Operation {
  parameters?: {
    name: string;
    in: string;
    schema: { enum?: string[]; type?: string };
    description?: string;
  }[];
}

let site: Site;
let usbdeviceid: number;
/** Paths whose GET can return CSV. */
let paths: string[];
let document: Record<string, { get?: Operation }>;
beforeAll(async () => {
  site = await startSite();
  await site.admin.post('/api/vendors', { vendor: 'Müller' });
  usbdeviceid = (await site.admin.post('/api/usb', { deviceid: 'USB-Ü1' })).data.usbdeviceid;
  await site.admin.post(`/api/usb/${usbdeviceid}/checkout`, { holdersso: '4711', reason: 'Übung' });
  document = JSON.parse((await site.anonymous.get('/api/docs/openapi.json')).text).paths;
  paths = Object.keys(document).filter((path) =>
    document[path]!.get?.parameters?.some(
      ({ name, schema }) => name === 'format' && schema.enum?.includes('csv'),
    ),
  );
});
afterAll(() => site.stop());

const bytesOf = async (path: string): Promise<Buffer> => {
  const { headers } = site.admin;
  const answer = await fetch(`${site.url}${path}`, { headers });
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
    path,
    200,
    'text/csv; charset=utf-8',
  ]);
  return Buffer.from(await answer.arrayBuffer());
};

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

async function expectMark(path: string): Promise<void> {
  const plain = await bytesOf(`${path}?format=csv`);
  expect([path, plain.subarray(0, 3).equals(MARK)]).toEqual([path, false]);
  for (const value of ['true', '1'])
    expect([path, await bytesOf(`${path}?format=csv&bom=${value}`)]).toEqual([
      path,
      Buffer.concat([MARK, plain]),
    ]);
  expect([path, await bytesOf(`${path}?format=csv&bom=false`)]).toEqual([path, plain]);
}

test('each CSV list starts with a byte order mark only when bom is true', async () => {
  const lists = paths.filter((path) => !path.includes('{'));
  expect(lists.length).toBeGreaterThan(20);
  for (const path of lists) await expectMark(path);
});

test('the CSV of ledgers and reports starts with a byte order mark only when bom is true', async () => {
  await expectMark(`/api/usb/${usbdeviceid}/custody`);
  const reports = (await site.admin.get('/api/reports')).data as { key: string }[];
  const served: string[] = [];
  for (const { key } of reports) {
    const path = `/api/reports/${key}`;
    // A report with a required parameter returns 400 without it.
    if ((await site.admin.get(path)).status === 200) served.push(path);
  }
  expect(served.length).toBeGreaterThan(10);
  for (const path of served) await expectMark(path);
});

test('each CSV route documents the byte order mark', () => {
  for (const path of paths) {
    const bom = document[path]!.get!.parameters!.find(({ name }) => name === 'bom');
    expect([path, bom?.in, bom?.description]).toEqual([path, 'query', expect.stringContaining('Excel')]);
  }
});

test('a JSON list has no byte order mark, and another value of bom is refused', async () => {
  const { status, text } = await site.admin.get('/api/vendors?bom=true');
  expect([status, text.startsWith('{')]).toEqual([200, true]);
  const { status: refused, error } = await site.admin.get('/api/vendors?format=csv&bom=yes');
  expect([refused, error.details.issues[0].path]).toEqual([400, 'bom']);
});

test('a CSV with a byte order mark contains the letters of the records', async () => {
  const text = (await bytesOf('/api/vendors?format=csv&bom=true')).toString();
  expect(text).toStartWith('\uFEFF');
  expect(text).toContain('Müller');
});
