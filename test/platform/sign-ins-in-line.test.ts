import { expect, test } from 'bun:test';
import { Passwords } from '../../src/kit/passwords.ts';

const WRONG = 'wrong';
const RIGHT = 'Grinding 4 wheels';

test('however many sign in from one address, who comes from another is next', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash(RIGHT, {});
  const done: string[] = [];
  const signIn = async (address: string) => {
    await passwords.verify(WRONG, hash, { address });
    done.push(address);
  };
  const many = Array.from({ length: 12 }, () => signIn('198.51.100.1'));
  await Promise.all([...many, signIn('203.0.113.1')]);
  // Two are at work already, and of those who wait one of the first address is before him.
  expect(done.indexOf('203.0.113.1')).toBeLessThan(5);
});

test('an address where somebody was right before comes first', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash(RIGHT, {});
  expect(await passwords.verify(RIGHT, hash, { address: '203.0.113.1' })).toBe(true);
  const done: string[] = [];
  const signIn = async (address: string) => {
    await passwords.verify(WRONG, hash, { address });
    done.push(address);
  };
  const many = Array.from({ length: 12 }, (_, n) => signIn(`198.51.100.${n}`));
  await Promise.all([...many, signIn('203.0.113.1')]);
  expect(done.indexOf('203.0.113.1')).toBeLessThan(4);
});

test('nothing is worked out for who has left, and of very many some are told to come again', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash(RIGHT, {});
  const leaving = new AbortController();
  const answers = Array.from({ length: 300 }, (_, n) =>
    passwords
      .verify(WRONG, hash, { address: `198.51.${n % 100}.${n}`, left: leaving.signal })
      .catch(({ code }) => code),
  );
  leaving.abort();
  const told = await Promise.all(answers);
  // Two are at work already, one of them for nobody.
  expect(told.filter((answer) => answer === false)).toHaveLength(1);
  expect(new Set(told)).toEqual(new Set([false, 'BAD_REQUEST', 'BUSY']));
});
