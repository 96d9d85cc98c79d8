import { type AnyElysia, Elysia } from 'elysia';
import type { z } from 'zod';
import { type Access, isOpenToAnonymous } from './access.ts';
import type { BodyLimit } from './body.ts';
import type { Call } from './call.ts';

const JSON_LIMIT = 1024 * 1024;
const STRANGERS_LIMIT = 64 * 1024;

/** Routes of a feature or plugin, as `api(...)` makes them. */
export type Api = AnyElysia;

interface Raw {
  type: string | readonly string[];
  form?: z.ZodType;
  /**
   * What the file of a form is called in the document, and that a form may do without; default `file`, always there.
   * False where the form is all there is, in each of the media types.
   */
  file?: { name: string; isOptional: boolean } | false;
}

/** What a route says of itself beside its method, its path and its handler. */
export interface RouteOptions {
  access: Access;
  /** One line of the document. */
  summary: string;
  /** Heading in the document; default is the first part of the path. */
  tag?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Validation of a JSON body. */
  body?: z.ZodType;
  /** The handler reads the body itself: its media types, and what a form has beside its file. */
  raw?: Raw;
  /** Bytes of a JSON body; default 1 MiB, and 64 KiB where strangers send it. */
  maxbody?: number;
  /** What is said of a body that is larger: what the limit is for, and the limit of the part that it is about. */
  toolarge?: BodyLimit;
  /** The shape of `data`, or of the whole answer where it is no envelope: documents it, and tests hold the answers to it. */
  responseSchema?: z.ZodType;
  /** The answer is paged: `meta.pagination` is there. */
  paged?: boolean;
  /** The media type of an answer that is no envelope. */
  produces?: string;
  status?: 200 | 201 | 202;
  /** The condition for a 202 response of the same shape. The handler calls `call.accept()`. */
  mayaccept?: string;
  /** Takes the header `If-Unmodified-Since`; a route whose body has `ifmodifieddate` does without saying so. */
  ifunmodified?: boolean;
  /** A boolean setting: while it is off, there is nothing at this address, whoever asks. */
  enabledBy?: string;
  /** It bounds tries itself, or costs next to nothing: nobody waits here, or is kept out, for what others cost. */
  atonce?: true;
  /** The same under a path that other people's programs insist on, `/its-path/*`; it stands in no document. */
  aliasOf?: string;
}

/** Types a route's words: a key that there is not, and a route without `access`, do not compile. */
export const routeOptions = <const T extends RouteOptions>(
  given: T & Record<Exclude<keyof T, keyof RouteOptions>, never>,
): T => given;

const KEPT = [
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
/** What Elysia itself may find beside our words. */
const OWN_TO_ELYSIA = new Set(['params', 'query', 'body', 'detail', 'parse', 'transform', 'tags']);

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
 * Stands in front of every route: nobody reads a byte of the body, and nothing is validated, before the caller is
 * admitted. It is in `parse`, which runs first where there is a body, and in `transform`, which also runs where there
 * is none; `admit` works once. Our words move into `detail`, where `routesOf` finds them.
 */
function guard(access: Access, hook: LocalHook): void {
  const { body, query, status, enabledBy, atonce, toolarge } = hook;
  const byStranger = isOpenToAnonymous(access);
  const maxbody = hook.maxbody ?? (byStranger ? STRANGERS_LIMIT : JSON_LIMIT);
  const detail: Record<string, unknown> = { ...hook.detail, access };
  for (const name of KEPT) {
    if (hook[name] !== undefined) detail[name] = hook[name];
    delete hook[name];
  }
  refuseUnknown(hook);
  hook.detail = detail;
  const judged = { access, status, enabledBy, atonce };
  hook.parse = async function guardBody({ call }: Parts) {
    await call.authorize(judged);
    // Null, because for undefined the framework would read the body itself.
    return body ? call.readBody(maxbody, { toolarge, byStranger }) : null;
  };
  hook.transform = async function guardRest({ call, query: read }: Parts) {
    await call.authorize(judged);
    return query && Object.values(read).some(isNoText) ? { query: queryOf(call.req.url) } : undefined;
  };
}

/** An option of the framework's that is not ours would go round the guard. */
function refuseUnknown(hook: LocalHook): void {
  const unknown = Object.keys(hook).find((key) => key !== 'access' && !OWN_TO_ELYSIA.has(key));
  if (unknown || hook.parse || hook.transform)
    throw new Error(`A route has the option ${unknown ?? 'parse or transform'}, which there is not.`);
}

const isNoText = (value: unknown): boolean => typeof value !== 'string';

/** The query as it was sent: the framework reads `[1]` as JSON and two values as a list; of two the last counts. */
function queryOf(url: string): Record<string, string> {
  const start = url.indexOf('?');
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start)));
}

/** A word that is only kept. A macro that answers nothing would end the reading of those after it. */
const kept =
  <T>() =>
  (_value: T) => ({ seed: 'kept' });

/** What every handler finds in its context: the root puts it there, before anything else runs. */
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
  summary: kept<string>(),
  tag: kept<string>(),
  raw: kept<Raw>(),
  maxbody: kept<number>(),
  toolarge: kept<BodyLimit>(),
  responseSchema: kept<z.ZodType>(),
  paged: kept<boolean>(),
  produces: kept<string>(),
  status: kept<200 | 201 | 202>(),
  ifunmodified: kept<boolean>(),
  enabledBy: kept<string>(),
  atonce: kept<true>(),
  aliasOf: kept<string>(),
});

/** Begins the routes below a path: `api('/api/vendors').get('/:vendorid', handler, words({ access, summary }))`. */
export const api = <const P extends string>(prefix: P) =>
  new Elysia({ prefix, normalize: false }).use(vocabulary);
