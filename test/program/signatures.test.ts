import { expect, test } from 'bun:test';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOlderVersion } from '../../src/kit/program/candidate.ts';
import { isSignedBy, parseReleaseKey, parseSignature } from '../../src/kit/program/release-key.ts';
import { createScratchDirectory } from '../faults/process.ts';

const scratch = createScratchDirectory('signatures');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const der = publicKey.export({ format: 'der', type: 'spki' });

test('parseReleaseKey reads a key as PEM, base64 of its DER and base64 of its 32 bytes', () => {
  const expected = der.toString('base64');
  for (const text of [
    publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    ` ${expected}\n`,
    der.subarray(-32).toString('base64'),
  ])
    expect(parseReleaseKey(text)).toBe(expected);
});

test('parseReleaseKey refuses another kind of key and invalid text', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  for (const text of [rsa.export({ format: 'pem', type: 'spki' }).toString(), 'secret', '', 'AAAA'])
    expect(() => parseReleaseKey(text)).toThrow('must be an Ed25519 public key');
});

test('parseSignature reads bytes, base64 and base64url and restores plus signs', () => {
  const bytes = Buffer.alloc(64, 0xfb);
  const text = bytes.toString('base64');
  expect(text).toContain('+');
  const spellings = [text, `${text}\n`, text.replaceAll('+', ' '), bytes.toString('base64url')];
  for (const one of [bytes, Buffer.from(text), ...spellings]) expect(parseSignature(one)).toEqual(bytes);
  for (const one of [Buffer.alloc(63), Buffer.alloc(65), 'AAAA', `${text}AAAA`, `*${text.slice(1)}`])
    expect(parseSignature(one)).toBeUndefined();
});

test('a signature is valid only for its file and key', async () => {
  const file = join(scratch, 'program');
  const content = randomBytes(100_000);
  writeFileSync(file, content);
  const key = der.toString('base64');
  const signature = sign(null, content, privateKey);
  expect(await isSignedBy(key, file, signature)).toBe(true);
  const foreign = generateKeyPairSync('ed25519').privateKey;
  expect(await isSignedBy(key, file, sign(null, content, foreign))).toBe(false);
  content[50_000]! ^= 1;
  writeFileSync(file, content);
  expect(await isSignedBy(key, file, signature)).toBe(false);
});

test('isOlderVersion compares versions by their numeric parts', () => {
  const older = [
    ['0.2.0', '0.10.0'],
    ['0.9.9', '1.0.0'],
    ['1.2.3', '1.2.4'],
  ] as const;
  for (const [one, other] of older)
    expect([isOlderVersion(one, other), isOlderVersion(other, one)]).toEqual([true, false]);
  expect(isOlderVersion('1.2.3', '1.2.3')).toBe(false);
});
