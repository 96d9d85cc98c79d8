import { realpathSync } from 'node:fs';

/**
 * Returns the sentence for a folder on a mapped drive letter of Windows, which services do not have; undefined for any
 * other folder, and for one that is missing.
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
