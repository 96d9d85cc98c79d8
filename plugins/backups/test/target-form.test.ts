import { expect, test } from 'bun:test';
import { findFieldErrors, readTarget } from '../web/appliance/targets/target-form.ts';

const EMPTY = readTarget(undefined);

test('the form reports the empty required fields of each kind of target', () => {
  expect(Object.keys(findFieldErrors(EMPTY))).toEqual(['path']);
  expect(Object.keys(findFieldErrors({ ...EMPTY, kind: 'sftp' }))).toEqual(['host', 'folder', 'user']);
  expect(Object.keys(findFieldErrors({ ...EMPTY, kind: 's3' }))).toEqual(['bucket']);
  expect(findFieldErrors({ ...EMPTY, path: '/mnt/nas' })).toEqual({});
});

test('the form validates the port of an SFTP target only when it is entered', () => {
  const sftp = readTarget('sftp://millwright@nas.plant.example/backups');
  expect(findFieldErrors(sftp)).toEqual({});
  for (const port of ['abc', '0', '65536', '2 2'])
    expect(Object.keys(findFieldErrors({ ...sftp, port }))).toEqual(['port']);
  expect(findFieldErrors({ ...sftp, port: '2222' })).toEqual({});
});
