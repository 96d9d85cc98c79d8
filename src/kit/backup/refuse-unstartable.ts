import { join } from 'node:path';
import { sortByDependencies } from '../dependency-order.ts';
import { readDisabledPlugins } from '../disabled-plugins.ts';
import { hasCertificate, loadCertificate } from '../tls/certificate.ts';
import { BackupError } from './backup-error.ts';
import type { OwnVersion } from './own-version.ts';

/**
 * Throws a `BackupError` when a file beside the database and the keys would keep an appliance from starting.
 * The original messages are advice for a start and name a local folder, so they are replaced.
 */
export function refuseUnstartable(folder: string, { plugins }: OwnVersion): void {
  const disabled = orFault('Its list of disabled plugins, plugins.json, is damaged.', () =>
    readDisabledPlugins(folder),
  );
  const chosen = plugins.filter(({ id, core }) => core || !disabled.includes(id));
  orFault('Its plugins.json disables a plugin that another plugin requires.', () =>
    sortByDependencies(chosen, plugins),
  );
  const certs = join(folder, 'certs');
  if (hasCertificate(certs))
    orFault('Its certificate, certs/server.pem, is not valid.', () => loadCertificate(certs));
}

function orFault<T>(message: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new BackupError(message, { cause });
  }
}
