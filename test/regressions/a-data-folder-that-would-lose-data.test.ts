import { expect, test } from 'bun:test';
import { readConfig } from '../../src/kit/config.ts';

const windows = (data: string | undefined, env: Record<string, string> = {}) =>
  readConfig(data === undefined ? [] : ['--data', data], env, 'win32').data;
const AS_SERVICE = { MILLWRIGHT_SERVICE: '1', ProgramData: 'E:\\ProgramData' };

test.each([
  '\\\\server\\share',
  '\\\\server\\share\\millwright',
  '//server/share/millwright',
  '\\\\?\\UNC\\server\\share\\millwright',
  '\\\\.\\unc\\server\\share',
])('the server refuses the network share %s as data directory', (data) => {
  expect(() => windows(data)).toThrow(
    `--data ${data} is a network share, where the database is not safe. Specify a folder on a local disk.`,
  );
});

test.each(['C:\\', 'c:/', '\\\\?\\C:\\', 'D:\\data\\..'])(
  'the server refuses the disk root %s as data directory',
  (data) => {
    expect(() => windows(data)).toThrow(`--data ${data} is the root of a disk. Specify a folder on it.`);
  },
);

test('the server refuses the root directory as data directory on Linux', () => {
  expect(() => readConfig(['--data', '/'], {}, 'linux')).toThrow('is the root of a disk');
});

test.each(['data', '.\\data', 'C:data', '\\data', '/data'])(
  'a Windows service refuses the relative data directory %s',
  (data) => {
    expect(() => windows(data, AS_SERVICE)).toThrow(
      `--data ${data} must be an absolute path with a drive, such as D:\\Millwright.`,
    );
    expect(() => readConfig([], { ...AS_SERVICE, MILLWRIGHT_DATA: data }, 'win32')).toThrow('absolute path');
  },
);

test.each(['C:\\Data', 'd:/data/millwright', '\\\\?\\C:\\Data'])(
  'the server and the service accept the data directory %s',
  (data) => {
    const taken = data.replaceAll('/', '\\');
    expect([windows(data), windows(data, AS_SERVICE)]).toEqual([taken, taken]);
  },
);

test('a Windows service uses ProgramData when no data directory is set', () => {
  expect(windows(undefined, AS_SERVICE)).toBe('E:\\ProgramData\\Millwright');
  expect(windows(undefined, { MILLWRIGHT_SERVICE: '1' })).toBe('C:\\ProgramData\\Millwright');
});

test.each(['', ' '])('the server refuses the empty data directory "%s"', (data) => {
  expect(() => readConfig(['--data', data], {}, 'linux')).toThrow('--data is empty. Specify a folder.');
  expect(() => readConfig([], { MILLWRIGHT_DATA: data }, 'linux')).toThrow(
    '--data is empty. Specify a folder.',
  );
});
