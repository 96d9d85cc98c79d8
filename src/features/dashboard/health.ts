import { diskOf } from '../../kit/disk.ts';
import { AppError, type ErrorKind } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';

export const UNHEALTHY: ErrorKind = { code: 'UNHEALTHY', status: 503 };

/** With less than this a write may be refused at any moment. */
const LEAST_BYTES = 16 * 1024 ** 2;
const RETRY_AFTER_S = 30;

const unhealthy = (message: string) => new AppError(UNHEALTHY, message, undefined, RETRY_AFTER_S);

/** For uptime checks: 503 with the reason when the database does not answer, or the disk has no room to write. */
export function health(host: Host): { healthy: true; version: string } {
  try {
    host.db.read((reader) => reader.value('PRAGMA schema_version'));
  } catch (cause) {
    host.log.error('the database does not answer', { cause });
    throw unhealthy('The database does not answer; the log of the appliance says why.');
  }
  if (diskOf(host.config.data).freebytes < LEAST_BYTES)
    throw unhealthy('The disk of the data folder has no room to write; free some space.');
  return { healthy: true, version: host.version };
}
