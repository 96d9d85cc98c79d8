/**
 * Path under which the app is mounted, without a trailing slash: `''` at the root, `/sub` below a subpath.
 */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');

export type QueryValue = string | number | boolean | null | undefined;

/** Returns a query string with `?`, or `''`. Omits empty, null and undefined values. */
export function queryString(query: Record<string, QueryValue> = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

/** Returns the URL of an API route below `/api`, for example `apiUrl('/assets', { page: 2 })`. */
export function apiUrl(path: string, query?: Record<string, QueryValue>): string {
  return `${basePath}/api${path}${queryString(query)}`;
}
