import { expect, test } from 'bun:test';
import { runtime } from '#runtime';

const PASSWORD = 'Grüße, Plant 7';
/** Hashes of the same password by each runtime. */
const MADE_BY = {
  bun: '$argon2id$v=19$m=19456,t=2,p=1$92WSh2KZpta6Juz4p3/xArR1qA5ainnjviDMBW5qZ6k$fD+yFYgJnBEebsGUC27O7MYpF6lVIpeL0gVfx+Ro4o8',
  node: '$argon2id$v=19$m=19456,t=2,p=1$zKETo9cosrJpGjesFYYAHQ$ahhiNXJihmUDDI1xC2A3iUTy8LXF8IvQwzDm5+BKafg',
};

test.each(Object.entries(MADE_BY))('verifyPassword accepts a hash of %s', async (_maker, hash) => {
  expect(await runtime.verifyPassword(PASSWORD, hash)).toBe(true);
  expect(await runtime.verifyPassword(`${PASSWORD} `, hash)).toBe(false);
});

test('hashPassword returns a different hash with the same cost each time', async () => {
  const [one, two] = [await runtime.hashPassword(PASSWORD), await runtime.hashPassword(PASSWORD)];
  for (const hash of [one, two]) expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
  expect(one).not.toBe(two);
  expect(await runtime.verifyPassword(PASSWORD, one)).toBe(true);
});
