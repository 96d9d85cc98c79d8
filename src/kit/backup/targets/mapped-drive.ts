import { realpathSync } from 'node:fs';

/**
 * Returns an error message when a folder is on a mapped drive of Windows, which services do not have;
 * undefined for any other folder. A missing folder is accepted.
 */
export function findMappedDrive(
  path: string,
  resolvePath: (path: string) => string = realpathSync.native,
): string | undefined {
  const share = tryResolve(path, resolvePath);
  return share?.startsWith('\\\\') && !path.startsWith('\\\\')
    ? `${path} is on a mapped drive, which a service cannot rely on. Enter ${share} instead.`
    : undefined;
}

function tryResolve(path: string, resolvePath: (path: string) => string): string | undefined {
  try {
    return resolvePath(path);
  } catch {
    return undefined;
  }
}
