import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { SYSTEM } from '../../src/kit/actor.ts';
import { createPng } from '../support/pictures.ts';
import { eventually } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let model: number;
beforeAll(async () => {
  site = await startSite();
  model = (await site.admin.post('/api/models', { modelnumber: 'Pictured' })).data.modelnumberid;
});
afterAll(() => site.stop());

const upload = (name: string, content: BlobPart, type = '') => {
  const form = new FormData();
  form.set('file', new File([content], name, { type }));
  return site.admin.upload(`/api/models/${model}/image`, form);
};

/** Returns a PNG whose header claims this size, with almost no data. */
function createClaimedPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const crcTable = Array.from(
    { length: 256 },
    (_, n) =>
      Array.from({ length: 8 }).reduce((c: number) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n) >>> 0,
  );
  const crc = (bytes: Buffer) =>
    (bytes.reduce((c, byte) => (crcTable[(c ^ byte) & 255]! ^ (c >>> 8)) >>> 0, 0xffffffff) ^ 0xffffffff) >>>
    0;
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(64))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

test('a picture is accepted by its content and refused when name and content differ', async () => {
  const refused: [string, BlobPart, string?][] = [
    ['page.png', '<html><script>alert(1)</script></html>', 'image/png'],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['photo.png.html', createClaimedPng(2, 2)],
    ['photo.html', createClaimedPng(2, 2)],
    ['photo.svg', createClaimedPng(2, 2)],
    ['CON', createClaimedPng(2, 2)],
    ['', createClaimedPng(2, 2)],
    ['empty.png', ''],
    ['huge.png', createClaimedPng(65_535, 65_535)],
    ['cut.png', createClaimedPng(2, 2).subarray(0, 12)],
  ];
  for (const [name, content, type] of refused)
    expect([name, (await upload(name, content, type)).status]).toEqual([name, 400]);
  expect((await upload('fine.PNG', createClaimedPng(2, 2))).status).toBe(201);
});

test('the server stores uploads under random names', async () => {
  const [first, second] = [
    await upload('../../../etc/passwd.png', createClaimedPng(2, 2)),
    await upload('..\\..\\x.png', createClaimedPng(2, 2)),
  ];
  for (const { data } of [first, second]) expect(data.filename).toMatch(/^[0-9a-f-]{36}\.png$/);
  expect(first.data.filename).not.toBe(second.data.filename);
});

test('a served SVG picture is sandboxed', async () => {
  const { data } = await upload(
    'logo.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"/>',
  );
  const served = await site.anonymous.get(`/api/models/image/${data.filename}`);
  expect(served.headers.get('content-type')).toBe('image/svg+xml');
  expect(served.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
});

test('an upload above the limit returns 413 and leaves no file', async () => {
  const before = site.app.host.files.sweep(-1);
  const answer = await upload(
    'big.png',
    new Uint8Array([...createClaimedPng(2, 2), ...new Uint8Array(9 * 1024 * 1024)]),
  );
  expect([answer.status, answer.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect(site.app.host.files.sweep(-1)).toBe(0);
  expect(before).toBeGreaterThanOrEqual(0);
});

test('a file route returns no file outside its folder for any name', async () => {
  for (const area of ['models/image', 'applications/image', 'settings/branding', 'settings/map-blueprint']) {
    for (const name of [
      '..',
      '%2e%2e',
      '..%2fsecrets.json',
      '..%5csecrets.json',
      '%00',
      'a%00.png',
      '..%c0%afsecrets.json',
      '%2fetc%2fpasswd',
      'C:%5cwindows%5cwin.ini',
      'x'.repeat(5000),
    ]) {
      const answer = await site.anonymous.get(`/api/${area}/${name}`);
      expect([
        name.slice(0, 20),
        [200, 404].includes(answer.status) && !answer.text.includes('login'),
      ]).toEqual([name.slice(0, 20), true]);
      if (answer.status === 200) expect(answer.headers.get('content-type')).not.toContain('octet');
    }
  }
});

const filesIn = (area: string) =>
  existsSync(join(site.data, 'files', area)) ? readdirSync(join(site.data, 'files', area)) : [];

test('an upload of several files is refused, and a replaced picture leaves one file', async () => {
  const before = filesIn('modelimages').length;
  const fifty = new FormData();
  for (let n = 0; n < 50; n++) fifty.append('file', new File([createClaimedPng(2, 2)], `${n}.png`));
  const many = await site.admin.upload(`/api/models/${model}/image`, fifty);
  expect([many.status, many.error.message]).toEqual([400, 'file: Send one file.']);
  const nobody = new FormData();
  nobody.set('file', new File([createClaimedPng(2, 2)], 'x.png'));
  expect((await site.admin.upload('/api/models/999999/image', nobody)).status).toBe(404);
  expect(filesIn('modelimages')).toHaveLength(before);
  const other = (await site.admin.post('/api/models', { modelnumber: 'Pictured twice' })).data.modelnumberid;
  for (let n = 0; n < 3; n++) {
    const form = new FormData();
    form.set('file', new File([createClaimedPng(2, 2)], 'again.png'));
    expect((await site.admin.upload(`/api/models/${other}/image`, form)).status).toBe(201);
  }
  expect(filesIn('modelimages')).toHaveLength(before + 1);
});

test('an upload that ends halfway leaves no file', async () => {
  const before = filesIn('modelimages').length;
  const half = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    createPng().subarray(0, 40),
  ]);
  const answer = await site.admin
    .with({ 'content-type': 'multipart/form-data; boundary=x' })
    .raw('POST', `/api/models/${model}/image`, half);
  expect([answer.status, answer.error.message]).toEqual([400, 'file: The upload could not be read.']);
  const { authorization } = site.admin.headers;
  const leaving = new AbortController();
  let turns = 0;
  const endless = new ReadableStream({
    pull: async (into) => {
      // Sender and appliance share one process, so both need turns of the event loop.
      await delay(1);
      if (++turns === 20) {
        leaving.abort();
        return into.error(new Error('The sender has left.'));
      }
      into.enqueue(turns === 1 ? half : Buffer.alloc(10_000, 'x'));
    },
  });
  const left = fetch(`${site.url}/api/models/${model}/image`, {
    method: 'POST',
    body: endless,
    headers: { authorization: authorization!, 'content-type': 'multipart/form-data; boundary=x' },
    signal: leaving.signal,
    duplex: 'half',
  } as RequestInit).catch(() => 'left');
  expect(await left).toBe('left');
  await eventually(() => filesIn('modelimages').length === before, 'the half of a file goes');
});

test('a drawing with an absurd size is refused, and one without a size is accepted', async () => {
  const svg = (attributes: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`;
  for (const [attributes, status] of [
    ['width="1e300" height="1e300"', 400],
    ['viewBox="0 0 1e308 1e308"', 400],
    ['width="-5" height="NaN"', 201],
    ['width="1e3" height="10mm"', 201],
  ] as const)
    expect([attributes, (await upload('drawing.svg', svg(attributes))).status]).toEqual([attributes, status]);
});

test('a storage area accepts files up to its quota, and refused files do not count', async () => {
  const { files } = site.app.host;
  const rule = { extensions: [], maxbytes: 1000, areabytes: 2500 };
  const content = async function* () {
    for (let n = 0; n < 9; n++) yield new Uint8Array(100);
  };
  const save = () => files.save('bounded', { filename: 'x.bin', content: content() }, rule);
  const two = await Promise.all([save(), save()]);
  expect(two.map(({ size }) => size)).toEqual([900, 900]);
  site.app.host.db.transact(
    { actor: SYSTEM, requestid: null, ipaddress: null },
    'test.files.listed',
    (tx) => {
      for (const file of two) files.list(tx, file);
      tx.audit({ entitytype: 'file', entityid: null, undoable: false });
    },
  );
  for (let n = 0; n < 3; n++)
    await expect(save()).rejects.toThrow('Files of this kind have reached the limit');
  expect(filesIn('bounded')).toHaveLength(2);
});
