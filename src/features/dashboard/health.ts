import { diskOf } from '../../kit/disk.ts';
import { AppError, type ErrorKind } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';

export const UNHEALTHY: ErrorKind = { code: 'UNHEALTHY', status: 503 };

/** With less than this a write may be refused at any moment. */
const LEAST_BYTES = 16 * 1024 ** 2;
const RETRY_AFTER_S = 30;

export interface ApplianceHealth {
  healthy: true;
  /** Whether the disk of the data folder has room; without it everything can be read still. */
  writable: boolean;
  version: string;
}

/** A probe of liveness: 503 when the database does not answer. A full disk is no reason to restart what still reads. */
export function readApplianceHealth(host: Host): ApplianceHealth {
  try {
    host.db.read((reader) => reader.value('PRAGMA schema_version'));
  } catch (cause) {
    host.log.error('the database does not answer', { cause });
    const message = 'The database does not answer; the log of the appliance says why.';
    throw new AppError(UNHEALTHY, message, undefined, RETRY_AFTER_S);
  }
  const writable = diskOf(host.config.data).freebytes >= LEAST_BYTES;
  return { healthy: true, writable, version: host.version };
}
