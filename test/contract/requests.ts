import { type Access, permissionsOf } from '../../src/kit/http/access.ts';
import type { Method, Route } from '../../src/kit/http/routes.ts';
import type { Client, ClientResponse } from '../support/client.ts';
import type { Site } from '../support/site.ts';

export const METHODS: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Values that are not an ID, or the ID of a missing record. */
const ODD_VALUES = ['999999999', '-1', 'x%20y', '%00'];
const GARBAGE = '{"a": [1, "\\u0000';

/** Enables all routes that depend on a setting, because a disabled route returns 404 to all callers. */
export async function switchAllOn({ app, admin }: Site): Promise<void> {
  for (const key of new Set(app.routes.flatMap(({ enabledBy }) => enabledBy ?? [])))
    await admin.put(`/api/settings/${key}`, { value: 'true' });
}

export const routeNameOf = (route: Route): string => `${route.method} ${route.path}`;

/** Returns the path of the route with all parameters set to `value`. */
export const fillPath = (route: Route, value = '999999999'): string => route.path.replace(/:[^/]+/g, value);

/** Returns requests that are malformed in all the ways that precede the permission check. */
export function buildOddRequests(route: Route): { path: string; body: string | undefined }[] {
  const paths = route.path.includes(':') ? ODD_VALUES.map((value) => fillPath(route, value)) : [route.path];
  const bodies = route.method === 'GET' ? [undefined] : [undefined, '{}', GARBAGE];
  const plain = paths.flatMap((path) => bodies.map((body) => ({ path, body })));
  return [...plain, { path: `${paths[0]}?page=nonsense&per_page=-3&sort=%27&q=%00`, body: undefined }];
}

/** Sends the odd requests and returns the distinct outcomes. */
export async function collectOutcomes(caller: Client, route: Route): Promise<Set<string>> {
  const outcomes = new Set<string>();
  for (const { path, body } of buildOddRequests(route)) {
    const typed = body === undefined ? caller : caller.with({ 'content-type': 'application/json' });
    outcomes.add(outcomeOf(await typed.raw(route.method, path, body)));
  }
  return outcomes;
}

/** Returns status and error code, for example `401 UNAUTHORIZED`. */
export const outcomeOf = (answer: ClientResponse): string =>
  `${answer.status} ${answer.error?.code ?? ''}`.trim();

export const isMachine = (access: Access): access is Extract<Access, { machine: unknown }> =>
  typeof access === 'object' && 'machine' in access;

export { permissionsOf };
