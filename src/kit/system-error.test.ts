import { expect, test } from 'bun:test';
import { describeTargetError, TargetError } from './backup/targets/target-error.ts';
import { describeMailError, describeWebhookError } from './outbox/delivery-errors.ts';
import { describeSystemError, systemCodeOf } from './system-error.ts';

const errorWith = (code: unknown) => Object.assign(new Error('connect to 127.0.0.1:22'), { code });

test('describeSystemError returns a sentence for each known code and undefined for others', () => {
  const codes = ['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'ECONNRESET', 'EACCES', 'ENOSPC'];
  expect(codes.map((code) => describeSystemError(code, 'It'))).toEqual([
    'It does not listen on this port',
    'It did not respond in time',
    'It was not found',
    'It could not be reached over the network',
    'It closed the connection',
    'It denies access to the service account of Millwright',
    'It has no free space',
  ]);
  for (const code of ['ENOENT', 'constructor', undefined])
    expect(describeSystemError(code, 'It')).toBeUndefined();
});

test('systemCodeOf returns undefined when the cause has no valid code', () => {
  expect(systemCodeOf(errorWith('ECONNRESET'))).toBe('ECONNRESET');
  for (const cause of [errorWith('<b>A</b>'), errorWith(4), new Error('x'), 'ECONNRESET', null, undefined])
    expect(systemCodeOf(cause)).toBeUndefined();
});

test('mail, webhook and backup target errors use the same descriptions', () => {
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

test('describeTargetError returns the message of a target error or unknown error in one line', () => {
  expect(describeTargetError(new TargetError('There is no folder.'), 'The server')).toBe(
    'There is no folder.',
  );
  expect(describeTargetError(new Error('Bad\npacket'), 'The server')).toBe('Bad packet');
});
