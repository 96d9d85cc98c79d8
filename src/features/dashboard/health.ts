import { computeMissingBytes } from '../../kit/disk-space.ts';
import { AppError, type ErrorKind } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';

/** Error for a database that does not respond. */
export const UNHEALTHY: ErrorKind = { code: 'UNHEALTHY', status: 503 };

const RETRY_AFTER_S = 30;

export interface ApplianceHealth {
  healthy: true;
  /** Set while the disk of the data directory has enough free space. Otherwise only reading is reliable. */
  writable: boolean;
  version: string;
}

/**
 * Returns the health for a liveness probe. Throws 503 when the database does not respond. A full disk is not
 * an error, because a restart would not help and reading still works.
 */
export function readApplianceHealth(host: Host): ApplianceHealth {
  try {
    host.db.read((reader) => reader.value('PRAGMA schema_version'));
  } catch (cause) {
    host.log.error('database health check failed', { cause });
    const message = 'The database does not respond. See the log of the appliance for the reason.';
    throw new AppError(UNHEALTHY, message, undefined, RETRY_AFTER_S);
  }
  const writable = computeMissingBytes(host.config.data, 0, 'write') === 0;
  return { healthy: true, writable, version: host.version };
}
