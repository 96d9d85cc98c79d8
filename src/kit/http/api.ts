import { type AnyElysia, Elysia } from 'elysia';
import { z } from 'zod';
import { invalid } from '../errors.ts';
import { type Access, isOpenToAnonymous } from './access.ts';
import type { BodyLimit } from './body.ts';
import type { Call } from './call.ts';

const JSON_LIMIT = 1024 * 1024;
const MAX_ANONYMOUS_BODY_BYTES = 64 * 1024;

/** The routes of a feature or plugin, as `api(...)` creates them. */
export type Api = AnyElysia;

interface Raw {
  type: string | readonly string[];
  form?: z.ZodType;
  /**
   * The name of the file field in the API document, and whether a form may omit it. The default is `file`,
   * which is required. False means that the form has no file; each of the media types then carries the whole
   * form.
   */
  file?: { name: string; isOptional: boolean } | false;
}

/** The options of a route, in addition to its method, path and handler. */
export interface RouteOptions {
  access: Access;
  /** The summary line in the API document. */
  summary: string;
  /** The heading in the API document. The default is the segment of the path after `/api`. */
  tag?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** The schema of a JSON body. */
  body?: z.ZodType;
  /** Declares a body that the handler reads itself: its media types, and the form fields beside the file. */
  raw?: Raw;
  /**
   * The maximum size of a JSON body in bytes. The default is 1 MiB, or 64 KiB if anonymous callers may send
   * it.
   */
  maxbody?: number;
  /**
   * The error for a larger body: a message about the purpose of the limit, and the limit of the part that it
   * concerns.
   */
  toolarge?: BodyLimit;
  /**
   * The schema of `data`, or of the whole response if it has no envelope. It appears in the API document, and
   * tests check responses against it.
   */
  responseSchema?: z.ZodType;
  /** True when the response is paged and has `meta.pagination`. */
  paged?: boolean;
  /** The media type of a response without an envelope. */
  produces?: string;
  status?: 200 | 201 | 202;
  /** The condition for a 202 response of the same shape. The handler calls `call.accept()`. */
  mayaccept?: string;
  /**
   * True when the route accepts the header `If-Unmodified-Since`. A route whose body has `ifmodifieddate`
   * accepts it anyway. A hand-written DELETE route next to a PUT route declares it and passes
   * `readStaleness(req)` to its service.
   */
  ifunmodified?: boolean;
  /** The key of a boolean setting. While it is off, the route returns 404 to all callers. */
  enabledBy?: string;
  /**
   * Exempts the route from the CPU limit of anonymous callers. Such a route limits attempts itself or costs
   * next to nothing, so the load of other callers must not delay or block it.
   */
  atonce?: true;
  /**
   * The path of the route of which this one is an alias, under a path that third-party programs require:
   * `/its-path/*`. An alias appears in no document.
   */
  aliasOf?: string;
}

/** Types the options of a route. An unknown key or a missing `access` is a compile error. */
export const routeOptions = <const T extends RouteOptions>(
  options: T & Record<Exclude<keyof T, keyof RouteOptions>, never>,
): T => options;

const ROUTE_OPTION_KEYS = [
  'summary',
  'tag',
  'raw',
  'maxbody',
  'toolarge',
  'responseSchema',
  'paged',
  'produces',
  'status',
  'mayaccept',
  'ifunmodified',
  'enabledBy',
  'atonce',
  'aliasOf',
] as const;
/** The keys that Elysia itself may find beside our options. */
const ELYSIA_OPTIONS = new Set(['params', 'query', 'body', 'detail', 'parse', 'transform', 'tags']);

interface LocalHook extends Partial<RouteOptions> {
  detail?: Record<string, unknown>;
  parse?: unknown;
  transform?: unknown;
  [key: string]: unknown;
}
interface Parts {
  call: Call;
  query: Record<string, unknown>;
}

/**
 * Installs the guard of a route: the caller is authorized before the body is read and before anything is
 * validated. The guard is in `parse`, which runs first if there is a body, and in `transform`, which also
 * runs without one; `authorize` runs only once. Our options move into `detail`, where `routesOf` reads them.
 */
function guard(access: Access, hook: LocalHook): void {
  const { body, query, status, enabledBy, atonce, toolarge } = hook;
  const byAnonymous = isOpenToAnonymous(access);
  const maxbody = hook.maxbody ?? (byAnonymous ? MAX_ANONYMOUS_BODY_BYTES : JSON_LIMIT);
  const detail: Record<string, unknown> = { ...hook.detail, access };
  for (const name of ROUTE_OPTION_KEYS) {
    if (hook[name] !== undefined) detail[name] = hook[name];
    delete hook[name];
  }
  refuseUnknown(hook);
  hook.detail = detail;
  const options = { access, status, enabledBy, atonce };
  hook.parse = async function guardBody({ call }: Parts) {
    await call.authorize(options);
    // For undefined, the framework would read the body itself.
    return body ? call.readBody(maxbody, { toolarge, byAnonymous }) : null;
  };
  hook.transform = async function guardRest({ call, query: read }: Parts) {
    await call.authorize(options);
    refuseOperators(query, read);
    return query && Object.values(read).some(isNoText) ? { query: queryOf(call.req.url) } : undefined;
  };
}

/** Throws an Error for an unknown option. An option of the framework could bypass the guard. */
function refuseUnknown(hook: LocalHook): void {
  const unknown = Object.keys(hook).find((key) => key !== 'access' && !ELYSIA_OPTIONS.has(key));
  if (unknown || hook.parse || hook.transform)
    throw new Error(`Unknown route option ${unknown ?? 'parse or transform'}.`);
}

/**
 * Throws 400 for a filter such as `name__in` on a route without such filters. Other unknown parameters are
 * ignored, but a list without its filter would return all rows.
 */
function refuseOperators(schema: z.ZodType | undefined, query: Readonly<Record<string, unknown>>): void {
  if (!(schema instanceof z.ZodObject) || schema.def.catchall) return;
  const unknown = Object.keys(query).find(
    (name) => name.includes('__') && !Object.hasOwn(schema.shape, name),
  );
  if (unknown) throw invalid(unknown, `There is no filter ${unknown} here.`);
}

const isNoText = (value: unknown): boolean => typeof value !== 'string';

/**
 * Returns the query as it was sent. The framework would parse `[1]` as JSON and turn repeated values into a
 * list; here the last value counts.
 */
function queryOf(url: string): Record<string, string> {
  const start = url.indexOf('?');
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start)));
}

/**
 * A macro for an option that is only stored. A macro without a result would stop the evaluation of the
 * following ones.
 */
const declareOption =
  <T>() =>
  (_value: T) => ({ seed: 'kept' });

/** The context of every handler. The root adds the call before anything else runs. */
export interface HandlerContext {
  decorator: { call: Call };
  store: Record<string, never>;
  derive: Record<never, never>;
  resolve: Record<never, never>;
}

const vocabulary = new Elysia<'', HandlerContext>({ name: 'vocabulary' }).macro({
  access: (access: Access) => ({
    seed: crypto.randomUUID(),
    introspect: (hook: unknown) => guard(access, hook as LocalHook),
  }),
  summary: declareOption<string>(),
  tag: declareOption<string>(),
  raw: declareOption<Raw>(),
  maxbody: declareOption<number>(),
  toolarge: declareOption<BodyLimit>(),
  responseSchema: declareOption<z.ZodType>(),
  paged: declareOption<boolean>(),
  produces: declareOption<string>(),
  status: declareOption<200 | 201 | 202>(),
  ifunmodified: declareOption<boolean>(),
  enabledBy: declareOption<string>(),
  atonce: declareOption<true>(),
  aliasOf: declareOption<string>(),
});

/**
 * Starts the routes below a path: `api('/api/vendors').get('/:vendorid', handler, routeOptions({ access,
 * summary }))`.
 */
export const api = <const P extends string>(prefix: P) =>
  new Elysia({ prefix, normalize: false }).use(vocabulary);
