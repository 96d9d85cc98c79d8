import { expect, test } from 'bun:test';
import { Passwords } from '../../src/kit/passwords.ts';

const RIGHT = 'correct horse';
const HASH = 'hash';

/** Compares in the next turn of the event loop, and records the order of the comparisons. */
class Watched extends Passwords {
  readonly begun: string[] = [];

  protected override async compare(password: string): Promise<boolean> {
    this.begun.push(password);
    await Bun.sleep(0);
    return password === RIGHT;
  }
}

/** Tries a wrong password that is equal to the address. */
const signIn = (passwords: Passwords, address: string) => passwords.verify(address, HASH, { address });

test('a sign-in from another address is next when many come from one address', async () => {
  const passwords = new Watched();
  const many = Array.from({ length: 12 }, () => signIn(passwords, '198.51.100.7'));
  await Promise.all([...many, signIn(passwords, '203.0.113.1')]);
  expect(passwords.begun).toHaveLength(13);
  // Two comparisons are already running, and one other is earlier in the queue.
  expect(passwords.begun.indexOf('203.0.113.1')).toBeLessThan(4);
});

test('a sign-in from an address with an earlier success comes first', async () => {
  const passwords = new Watched();
  expect(await passwords.verify(RIGHT, HASH, { address: '203.0.113.1' })).toBe(true);
  passwords.begun.length = 0;
  const many = Array.from({ length: 12 }, (_, n) => signIn(passwords, `198.51.100.${n}`));
  await Promise.all([...many, signIn(passwords, '203.0.113.1')]);
  expect(passwords.begun).toHaveLength(13);
  // At most two are already running, because the hash for unknown names may be computed at the same time.
  expect(passwords.begun.indexOf('203.0.113.1')).toBeLessThan(3);
});

test('the queue skips disconnected callers and refuses some of very many', async () => {
  const passwords = new Watched();
  const leaving = new AbortController();
  const answers = Array.from({ length: 300 }, (_, n) =>
    passwords
      .verify('wrong', HASH, { address: `198.51.${n % 100}.${n}`, left: leaving.signal })
      .catch(({ code }) => code),
  );
  leaving.abort();
  const results = await Promise.all(answers);
  // Only this comparison runs besides the hash for unknown names.
  expect(results.filter((answer) => answer === false)).toHaveLength(1);
  expect(new Set(results)).toEqual(new Set([false, 'BAD_REQUEST', 'BUSY']));
});
