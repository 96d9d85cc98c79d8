import { afterAll, beforeAll, expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';
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

/** A PNG header that claims a size, over next to no data. */
function claimedPng(width: number, height: number): Uint8Array<ArrayBuffer> {
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

test('a picture is what its content says, not what its name or its sender says', async () => {
  const refused: [string, BlobPart, string?][] = [
    ['page.png', '<html><script>alert(1)</script></html>', 'image/png'],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['photo.png.html', claimedPng(2, 2)],
    ['photo.html', claimedPng(2, 2)],
    ['photo.svg', claimedPng(2, 2)],
    ['CON', claimedPng(2, 2)],
    ['', claimedPng(2, 2)],
    ['empty.png', ''],
    ['huge.png', claimedPng(65_535, 65_535)],
    ['cut.png', claimedPng(2, 2).subarray(0, 12)],
  ];
  for (const [name, content, type] of refused)
    expect([name, (await upload(name, content, type)).status]).toEqual([name, 400]);
  expect((await upload('fine.PNG', claimedPng(2, 2))).status).toBe(201);
});

test('names of the sender never become paths, and equal names never collide', async () => {
  const [first, second] = [
    await upload('../../../etc/passwd.png', claimedPng(2, 2)),
    await upload('..\\..\\x.png', claimedPng(2, 2)),
  ];
  for (const { data } of [first, second]) expect(data.filename).toMatch(/^[0-9a-f-]{36}\.png$/);
  expect(first.data.filename).not.toBe(second.data.filename);
});

test('a served picture cannot become a page', async () => {
  const { data } = await upload(
    'logo.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"/>',
  );
  const served = await site.stranger.get(`/api/models/image/${data.filename}`);
  expect(served.headers.get('content-type')).toBe('image/svg+xml');
  expect(served.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
});

test('an upload over the limit is refused while it arrives and leaves nothing behind', async () => {
  const before = site.app.host.files.sweep(-1);
  const answer = await upload(
    'big.png',
    new Uint8Array([...claimedPng(2, 2), ...new Uint8Array(9 * 1024 * 1024)]),
  );
  expect([answer.status, answer.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect(site.app.host.files.sweep(-1)).toBe(0);
  expect(before).toBeGreaterThanOrEqual(0);
});

test('no spelling of a file name leaves the folder', async () => {
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
      const answer = await site.stranger.get(`/api/${area}/${name}`);
      expect([
        name.slice(0, 20),
        [200, 404].includes(answer.status) && !answer.text.includes('login'),
      ]).toEqual([name.slice(0, 20), true]);
      if (answer.status === 200) expect(answer.headers.get('content-type')).not.toContain('octet');
    }
  }
});
