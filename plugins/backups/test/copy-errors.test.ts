import { expect, test } from 'bun:test';
import { formatCopyErrors } from '../../../src/features/appliancebackups/targets/copy-errors.ts';
import { listBackupErrors } from '../web/appliance/copy-errors.ts';

const NAS = '/mnt/nas';
const SFTP = 'sftp://mill@nas.plant.example/backups';
const nameAt = (time: string) => `millwright-2026-03-${time}-00-00.000Z.tar.zst`;
const filename = nameAt('02T02');
const copyerrors = [
  { target: NAS, reason: `The folder ${NAS} is read-only (EROFS).` },
  { target: SFTP, reason: 'The server did not respond in time.' },
];
const error = formatCopyErrors(copyerrors);

/** Reports for each error whether it is outdated, when the targets have these newest copies. */
const listOutdated = (nas: string | null, sftp: string | null) =>
  listBackupErrors({ error, copyerrors, filename }, [
    { target: NAS, lastbackup: nas },
    { target: SFTP, lastbackup: sftp },
  ]).map(({ isOutdated }) => isOutdated);

test('the error of a target is outdated when a newer backup was copied to it', () => {
  expect(listOutdated(null, null)).toEqual([false, false]);
  expect(listOutdated(nameAt('01T02'), nameAt('01T02'))).toEqual([false, false]);
  expect(listOutdated(nameAt('03T02'), nameAt('01T02'))).toEqual([true, false]);
  expect(listOutdated(nameAt('03T02'), `${nameAt('03T02')}.age`)).toEqual([true, true]);
});

test('listBackupErrors returns one error per target, outdated when the target is removed', () => {
  expect(listBackupErrors({ error, copyerrors, filename }, [{ target: SFTP, lastbackup: null }])).toEqual([
    { text: `Not copied to ${NAS}: The folder ${NAS} is read-only (EROFS).`, isOutdated: true },
    { text: `Not copied to ${SFTP}: The server did not respond in time.`, isOutdated: false },
  ]);
});

test('an error of the backup itself is never outdated', () => {
  const text = 'The database is damaged.';
  expect(listBackupErrors({ error: text, copyerrors: [], filename }, [])).toEqual([
    { text, isOutdated: false },
  ]);
  expect(listBackupErrors({ error: null, copyerrors: [], filename }, [])).toEqual([]);
});
