import { expect, test } from 'bun:test';
import { validateNewPassword } from './password-field.tsx';

const COMPOSED = 'P\u00e4ssw\u00f6rter';
const DECOMPOSED = 'Pa\u0308sswo\u0308rter';

test('validateNewPassword accepts a repetition when only the composition of letters differs', () => {
  expect(validateNewPassword('password', COMPOSED, DECOMPOSED)).toEqual({});
  expect(validateNewPassword('password', DECOMPOSED, COMPOSED)).toEqual({});
});

test('validateNewPassword returns an error when a letter or its case differs', () => {
  for (const again of ['Passworter', 'p\u00e4ssw\u00f6rter', `${COMPOSED} `])
    expect(validateNewPassword('password', COMPOSED, again)).toEqual({ again: 'The two passwords differ.' });
});
