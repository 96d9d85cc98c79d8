import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import { runtime } from '#runtime';
import { users } from '../../src/features/identity/tables.ts';
import { compressAndEncrypt, decryptAndDecompress } from '../../src/kit/backup/stream.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { Passwords } from '../../src/kit/passwords.ts';
import { type Site, startSite } from '../support/site.ts';

const COMPOSED = 'Schlüssel für Prüfer é';
const DECOMPOSED = COMPOSED.normalize('NFD');
const CHEAP_HASH = { memory: 64, rounds: 1 };

let site: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(join(tmpdir(), 'spellings-'));
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function makeUser(username: string, password: string): Promise<number> {
  const email = `${username}@plant.example`;
  const made = await site.admin.post('/api/users', { username, email, password, mustchangepassword: false });
  expect(made.status).toBe(201);
  return made.data.userid;
}

const statusOf = async (username: string, password: string) =>
  (await site.anonymous.post('/api/auth/login', { username, password })).status;

test('a sign-in accepts composed and decomposed letters of the password', async () => {
  expect(DECOMPOSED).not.toBe(COMPOSED);
  for (const [n, set] of [COMPOSED, DECOMPOSED].entries()) {
    await makeUser(`inspector${n}`, set);
    for (const typed of [COMPOSED, DECOMPOSED])
      expect([n, typed, await statusOf(`inspector${n}`, typed)]).toEqual([n, typed, 200]);
    expect(await statusOf(`inspector${n}`, `${DECOMPOSED}x`)).toBe(401);
  }
});

test('a sign-in accepts the exact text when the hash was made from decomposed letters', async () => {
  const userid = await makeUser('older', 'another password');
  const passwordhash = await runtime.hashPassword(DECOMPOSED, CHEAP_HASH);
  site.app.host.db.transact(createSystemContext(), 'identity.user.updated', (tx) => {
    tx.update(users, userid, { passwordhash });
    tx.audit({ entitytype: 'user', entityid: userid, undoable: false });
  });
  expect(await statusOf('older', DECOMPOSED)).toBe(200);
  expect(await statusOf('older', 'another password')).toBe(401);
});

test('a password change accepts the current password in either form', async () => {
  await makeUser('changing', DECOMPOSED);
  const session = await site.anonymous.signIn('changing', COMPOSED);
  const changed = await session.post('/api/auth/change-password', {
    current_password: COMPOSED,
    new_password: `${DECOMPOSED} 2`,
  });
  expect(changed.status).toBe(200);
  expect(await statusOf('changing', `${COMPOSED} 2`)).toBe(200);
});

class CountingPasswords extends Passwords {
  compared: string[] = [];

  protected override async compare(password: string): Promise<boolean> {
    this.compared.push(password);
    return false;
  }
}

test('a failed sign-in makes the same comparisons for unknown and existing accounts', async () => {
  const passwords = new CountingPasswords(CHEAP_HASH);
  const table: [typed: string, compared: string[]][] = [
    ['plain ascii', ['plain ascii']],
    [COMPOSED, [COMPOSED]],
    [DECOMPOSED, [COMPOSED, DECOMPOSED]],
  ];
  for (const [typed, compared] of table)
    for (const hash of ['a hash', undefined]) {
      passwords.compared = [];
      expect(await passwords.verify(typed, hash, { address: '203.0.113.9' })).toBe(false);
      expect([typed, hash, passwords.compared]).toEqual([typed, hash, compared]);
    }
});

async function bytesIn(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

const textIn = async (pieces: AsyncIterable<Uint8Array>) => (await bytesIn(pieces)).toString();

async function* oneText() {
  yield Buffer.from('the content of a backup');
}

async function writeEncrypted(name: string, passphrase: string): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, await bytesIn(await compressAndEncrypt(oneText(), passphrase)));
  return file;
}

test('a backup opens with composed and decomposed letters of its passphrase', async () => {
  for (const [n, set] of [COMPOSED, DECOMPOSED].entries()) {
    const file = await writeEncrypted(`backup-${n}.tar.zst.age`, set);
    for (const typed of [COMPOSED, DECOMPOSED])
      expect(await textIn(await decryptAndDecompress(file, typed))).toBe('the content of a backup');
    await expect(decryptAndDecompress(file, `${COMPOSED}x`)).rejects.toThrow(
      'The passphrase does not decrypt this backup.',
    );
  }
});

test('a backup opens when it was encrypted with decomposed letters', async () => {
  const plain = await bytesIn(await compressAndEncrypt(oneText(), ''));
  const encrypter = new Encrypter();
  encrypter.setPassphrase(DECOMPOSED);
  encrypter.setScryptWorkFactor(10);
  const file = join(folder, 'older.tar.zst.age');
  writeFileSync(file, await encrypter.encrypt(plain));
  expect(await textIn(await decryptAndDecompress(file, DECOMPOSED))).toBe('the content of a backup');
});
