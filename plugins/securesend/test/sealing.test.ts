import { expect, test } from 'bun:test';
import { MAX_CIPHERTEXT_LENGTH, MAX_CONTENT_BYTES } from '../limits.ts';
import { fromBase64url, toBase64url } from '../web/base64url.ts';
import { packContent, unpackContent } from '../web/content.ts';
import { createLinkFragment, decryptContent, encryptContent, readLinkKey } from '../web/encryption.ts';

const TOKEN = 'sw7oT_AhkK3Rdj4N0sm1gA';
const file = (name: string, bytes: number) =>
  ({ kind: 'file', name, bytes: new Uint8Array(bytes).fill(7) }) as const;

test('base64url encodes and decodes bytes of each length and rejects invalid text', () => {
  for (const length of [0, 1, 2, 3, 255, 8191, 8192, 8193, 70_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) & 255);
    expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
  }
  for (const text of ['a', 'a+b', 'a/b=', 'ü', 'ab cd']) expect(fromBase64url(text)).toBeUndefined();
});

test('unpackContent returns the packed content, or undefined when the bytes are invalid', () => {
  for (const content of [
    { kind: 'text', text: 'Grüße\n𝄞 "quoted"' } as const,
    file('line 4.key', 300),
    file('leer', 0),
  ])
    expect(unpackContent(packContent(content))).toEqual(content);
  for (const bytes of [[], [0], [3, 1], [2], [2, 9, 65]])
    expect(unpackContent(Uint8Array.from(bytes))).toBeUndefined();
});

test('unpackContent removes paths and invisible characters from a file name', () => {
  for (const [original, cleaned] of [
    ['../../etc/passwd', '....etcpasswd'],
    ['C:\\x\u0000.key', 'C:x.key'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['\u0007', 'file'],
  ])
    expect(unpackContent(packContent(file(original!, 1)))).toMatchObject({ name: cleaned });
});

test('AES-256-GCM: decryption fails with another key or when a bit is changed', async () => {
  const { ciphertext, key } = await encryptContent(packContent({ kind: 'text', text: 'secret' }));
  expect(key).toHaveLength(32);
  expect(unpackContent((await decryptContent(ciphertext, key))!)).toEqual({ kind: 'text', text: 'secret' });
  expect((await encryptContent(new Uint8Array(9))).ciphertext).not.toBe(
    (await encryptContent(new Uint8Array(9))).ciphertext,
  );
  const other = (await encryptContent(new Uint8Array(1))).key;
  expect(await decryptContent(ciphertext, other)).toBeUndefined();
  const bytes = fromBase64url(ciphertext)!;
  for (const at of [0, 15, bytes.length - 1]) {
    const changed = Uint8Array.from(bytes);
    changed[at]! ^= 1;
    expect(await decryptContent(toBase64url(changed), key)).toBeUndefined();
  }
  for (const text of ['', 'abc', '%%']) expect(await decryptContent(text, key)).toBeUndefined();
});

test('the ciphertext of the largest file with the longest name fits the limit', async () => {
  const { ciphertext } = await encryptContent(packContent(file('n'.repeat(400), MAX_CONTENT_BYTES)));
  expect(ciphertext.length).toBeLessThanOrEqual(MAX_CIPHERTEXT_LENGTH);
});

test('readLinkKey returns undefined when a fragment is truncated, mistyped or of another link', async () => {
  const { key } = await encryptContent(new Uint8Array(1));
  const fragment = await createLinkFragment(TOKEN, key);
  expect(await readLinkKey(TOKEN, fragment)).toEqual(key);
  const mistyped = fragment.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  for (const wrong of ['', fragment.slice(0, -1), `${fragment}AAAA`, mistyped, fragment.toLowerCase(), '%23'])
    expect([wrong, await readLinkKey(TOKEN, wrong)]).toEqual([wrong, undefined]);
  expect(await readLinkKey('another', fragment)).toBeUndefined();
});
