import { z } from 'zod';
import type { Access } from './access.ts';
import type { Api, RouteOptions } from './api.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A route as plain data, from which the API document, the guide for agents and the contract tests are
 * derived.
 */
export interface Route extends Omit<RouteOptions, 'tag'> {
  method: Method;
  /** The path below the base path, with `:name` parameters, for example `/api/vendors/:vendorid`. */
  path: string;
  access: Access;
  tag: string;
}

interface ElysiaRoute {
  method: string;
  path: string;
  hooks: { detail?: RouteOptions; params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
}

/**
 * Returns the routes of an application, without aliases. Throws an Error for a route without `access`, an
 * invalid path, two routes of the same shape, and an unlimited list.
 */
export function routesOf(apis: readonly Api[]): Route[] {
  const routes = apis
    .flatMap(({ routes: declared }) => (declared as ElysiaRoute[]).map(routeOf))
    .filter(({ aliasOf }) => aliasOf === undefined);
  refuseBadPaths(routes);
  for (const route of routes) refuseEndless(route);
  return routes;
}

function routeOf({ method, path, hooks: { detail, params, query, body } }: ElysiaRoute): Route {
  if (detail?.access === undefined) throw new Error(`The route ${method} ${path} declares no access.`);
  const tag = detail.tag ?? path.split('/')[2] ?? 'api';
  return { ...detail, tag, method: method as Method, path, params, query, body };
}

function refuseBadPaths(routes: readonly Route[]): void {
  const met = new Set<string>();
  for (const { method, path } of routes) {
    const shape = `${method} ${path.replace(/:[^/]+/g, ':')}`;
    if (met.has(shape)) throw new Error(`Two routes have the path ${shape}.`);
    if (!path.startsWith('/api/') || path.endsWith('/'))
      throw new Error(`A route has the invalid path ${path}.`);
    met.add(shape);
  }
}

/**
 * Throws an Error for a list that is served without paging and without a maximum length. Writes enforce that
 * maximum.
 */
function refuseEndless({ method, path, responseSchema, paged }: Route): void {
  if (
    method === 'GET' &&
    !paged &&
    responseSchema instanceof z.ZodArray &&
    mostOf(responseSchema) === undefined
  )
    throw new Error(`GET ${path} returns an unlimited list. Page it, or set a limit with max().`);
}

/** Returns the maximum length of a list in a schema. */
const mostOf = ({ def }: z.ZodArray): number | undefined =>
  def.checks
    ?.map((check) => check._zod.def)
    .find((one): one is z.core.$ZodCheckMaxLengthDef => one.check === 'max_length')?.maximum;

/**
 * Returns the fields of an object schema for a query or a body, also of a lazy schema; none for any other
 * schema.
 */
export function shapeOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodLazy) return shapeOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
}
