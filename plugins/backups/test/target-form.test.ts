import { expect, test } from 'bun:test';
import { findFieldErrors, readTarget } from '../web/appliance/targets/target-form.ts';

const EMPTY = readTarget(undefined);

test('each kind of target names its empty required fields', () => {
  expect(Object.keys(findFieldErrors(EMPTY))).toEqual(['path']);
  expect(Object.keys(findFieldErrors({ ...EMPTY, kind: 'sftp' }))).toEqual(['host', 'folder', 'user']);
  expect(Object.keys(findFieldErrors({ ...EMPTY, kind: 's3' }))).toEqual(['bucket']);
  expect(findFieldErrors({ ...EMPTY, path: '/mnt/nas' })).toEqual({});
});

test('the port of an SFTP target is checked only when it is entered', () => {
  const sftp = readTarget('sftp://millwright@nas.plant.example/backups');
  expect(findFieldErrors(sftp)).toEqual({});
  for (const port of ['abc', '0', '65536', '2 2'])
    expect(Object.keys(findFieldErrors({ ...sftp, port }))).toEqual(['port']);
  expect(findFieldErrors({ ...sftp, port: '2222' })).toEqual({});
});
