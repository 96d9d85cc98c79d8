import { expect, test } from 'bun:test';
import { findMappedDrive } from './mapped-drive.ts';

test('findMappedDrive returns an error with the share for a mapped drive only', () => {
  const resolvePath = (path: string) => {
    if (path === 'Q:\\missing') throw new Error('ENOENT');
    return path.replace(/^Z:/, '\\\\server\\backups');
  };
  expect(findMappedDrive('Z:\\plant', resolvePath)).toBe(
    'Z:\\plant is on a mapped drive, which a service cannot rely on. Enter \\\\server\\backups\\plant instead.',
  );
  for (const path of ['D:\\plant', '\\\\server\\backups', '/mnt/backups', 'Q:\\missing'])
    expect(findMappedDrive(path, resolvePath)).toBeUndefined();
});
