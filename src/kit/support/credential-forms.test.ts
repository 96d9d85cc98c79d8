import { expect, test } from 'bun:test';
import { replaceCredentials } from './credential-forms.ts';
import { SecretMask } from './secret-mask.ts';

test.each([
  ['smtp://user:pa/ss@host:25', 'smtp://********@host:25'],
  ['smtp://user:p@ss@host', 'smtp://host'],
  ['https://a.example/cb#access_token=abc&x=1 failed', 'https://a.example/cb#******** failed'],
  ['connect password=hunter2 host=db', 'connect password=******** host=db'],
  ['db_password="two words", next', 'db_password=********, next'],
  ['{"token":"abc"}', '{"token":********}'],
  ['pwd: abc', 'pwd: ********'],
  ['eyJ.x.token_eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl', 'eyJ.x.token_********'],
])('replaceCredentials masks the credential in %s', (text, expected) => {
  expect(replaceCredentials(text)).toBe(expected);
});

test.each([
  'https://nas.example:8443/x and a@b.example',
  'sftp://nas.example/x#SHA256:abc=',
  'a password was wrong',
  'the tokens: none',
  'at keyJoin.something.somewhere.else (x.ts:1:2)',
])('replaceCredentials does not change %s', (text) => {
  expect(replaceCredentials(text)).toBe(text);
});

test('the secret mask replaces base64 of a user with a known secret', () => {
  const mask = new SecretMask(['s3cret/of the NAS']);
  for (const user of ['a', 'ab', 'abc', 'müller']) {
    const text = Buffer.from(`${user}:s3cret/of the NAS`).toString('base64');
    expect(mask.mask(`sent ${text}, refused`)).toBe('sent ********, refused');
  }
});
