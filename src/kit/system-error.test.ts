import { expect, test } from 'bun:test';
import { describeTargetError, TargetError } from './backup/targets/target-error.ts';
import { describeMailError, describeWebhookError } from './outbox/delivery-errors.ts';
import { describeSystemError, systemCodeOf } from './system-error.ts';

const errorWith = (code: unknown) => Object.assign(new Error('connect to 127.0.0.1:22'), { code });

test('each code of the operating system is described with the name of the other side', () => {
  const codes = ['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'ECONNRESET', 'EACCES', 'ENOSPC'];
  expect(codes.map((code) => describeSystemError(code, 'It'))).toEqual([
    'It does not listen on this port',
    'It did not answer in time',
    'It was not found',
    'It could not be reached over the network',
    'It closed the connection',
    'It denies access to the service account of Millwright',
    'It has no free space',
  ]);
  for (const code of ['ENOENT', 'constructor', undefined])
    expect(describeSystemError(code, 'It')).toBeUndefined();
});

test('only what looks like a code is taken for one', () => {
  expect(systemCodeOf(errorWith('ECONNRESET'))).toBe('ECONNRESET');
  for (const cause of [errorWith('<b>A</b>'), errorWith(4), new Error('x'), 'ECONNRESET', null, undefined])
    expect(systemCodeOf(cause)).toBeUndefined();
});

test('mails, webhooks and copies of backups use the same descriptions', () => {
  const cause = errorWith('ECONNREFUSED');
  expect([
    describeMailError(cause),
    describeWebhookError(cause),
    describeTargetError(cause, 'The storage'),
  ]).toEqual([
    'The mail server does not listen on this port (ECONNREFUSED).',
    'The receiver does not listen on this port (ECONNREFUSED).',
    'The storage does not listen on this port (ECONNREFUSED).',
  ]);
});

test('the fault of a target and an unknown error keep their own message, in one line', () => {
  expect(describeTargetError(new TargetError('There is no folder.'), 'The server')).toBe(
    'There is no folder.',
  );
  expect(describeTargetError(new Error('Bad\npacket'), 'The server')).toBe('Bad packet');
});
