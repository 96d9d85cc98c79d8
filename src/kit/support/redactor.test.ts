import { expect, test } from 'bun:test';
import { NameFieldMatcher } from './known-names.ts';
import { NameMask } from './name-mask.ts';
import { Redactor } from './redactor.ts';
import { SecretMask } from './secret-mask.ts';

const redactor = (isComplete = true) =>
  new Redactor({
    secrets: new SecretMask([]),
    names: new NameMask(
      [
        ['hmeier', 'person'],
        ['tools', 'pc'],
      ],
      new NameFieldMatcher([]),
    ),
    isComplete,
  });

test('the redactor masks names in keys at any depth', () => {
  expect(redactor().value({ 'key@plant.example': 1, inner: [{ hmeier: 2, level: 'x' }] })).toEqual({
    'person-1': 1,
    inner: [{ 'person-2': 2, level: 'x' }],
  });
  expect(redactor(false).value({ inner: { 'of Hans Meier': 1 } })).toEqual({ inner: { '(omitted)': 1 } });
});

test('the redactor masks time, level, method and path when their form is not that of the program', () => {
  const line = {
    requestid: '5a11549a2e34-19c',
    time: '2026-01-31T13:05:09.123Z',
    level: 'warn',
    method: 'GET',
    path: '/api/tools/:toolid',
  };
  expect(redactor().value(line)).toEqual(line);
  const forged = {
    time: 'hmeier',
    level: 'a@plant.example',
    method: 'HMEIER',
    path: '/api/hmeier@plant.example',
  };
  expect(
    JSON.stringify(redactor().value({ ...forged, inner: { ...forged, path: '/api/hmeier' } })),
  ).not.toMatch(/hmeier|plant/i);
});

test('the redactor masks a field whose name is password or token', () => {
  expect(redactor().value({ smtp_password: 'x', token: 'y z', tokens: 'two', constructor: 'z' })).toEqual({
    smtp_password: '********',
    token: '********',
    tokens: 'two',
    constructor: 'z',
  });
});
