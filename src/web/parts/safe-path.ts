import { basePath } from '../api/base-path.ts';

/** Returns the path to open next, such as after signing in. URLs outside this app become its first page. */
export function toSafePath(next: string | undefined): string {
  const home = `${basePath}/`;
  return next?.startsWith(home) && !next.startsWith('//') && !next.includes('\\') ? next : home;
}
