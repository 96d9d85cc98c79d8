import type { z } from 'zod';
import type { Actor } from '../actor.ts';
import type { WriteContext } from '../data/tx.ts';

/**
 * Who may call a route.
 * `open`: credentials are not looked at. `optional`: anonymous callers may read, but a bad credential is 401.
 * `login`: a signed-in person. `admin`: the admin role, unscoped. `{ can }`: one of these permissions.
 * `{ scope }`: a service token with this scope, or what `also` admits. `{ machine }`: agents and collectors.
 */
export type Access =
  | 'open'
  | 'optional'
  | 'login'
  | 'admin'
  | { can: string | readonly string[]; orScope?: string }
  | { machine: readonly MachineCredential[] };

export type MachineCredential = 'collector' | 'agent' | 'kiosk' | 'allowlist';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request as a handler sees it: authenticated, authorised and validated. */
export interface Call<P = Record<string, string>, Q = Record<string, unknown>, B = unknown> {
  req: Request;
  actor: Actor;
  params: P;
  query: Q;
  body: B;
  requestid: string;
  /** The caller's address. */
  address(): string;
  /** What to write on the audit row; also carries the id of the audit row after the commit. */
  context: WriteContext;
  /** Extra response headers. */
  headers: Record<string, string>;
  /** Lets this request be held past the idle timeout: long polls and large transfers. */
  hold(): void;
}

export interface Route {
  method: Method;
  /** With `:name` parameters, for example `/api/vendors/:vendorid`. Never ends in a slash. */
  path: string;
  access: Access;
  /** One line of the document. */
  summary: string;
  tag: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Validation of a JSON body; `raw` leaves the body to the handler. */
  body?: z.ZodType | 'raw';
  /** Media type of a raw body in the document. */
  bodytype?: string;
  /** What a multipart body has beside its file, for the document. */
  form?: z.ZodType;
  /** Bytes; default 1 MiB for JSON. */
  maxbody?: number;
  /** The shape of `data`; documents the answer and is checked in tests. */
  response?: z.ZodType;
  /** The answer is paged: `meta.pagination` is there. */
  paged?: boolean;
  /** The media type of an answer that is no envelope. */
  produces?: string;
  status?: 200 | 201;
  handler(call: Call): unknown;
}

type Infer<T> = T extends z.ZodType ? z.output<T> : undefined;

interface Options<P, Q, B> {
  access: Access;
  summary: string;
  tag?: string;
  params?: P;
  query?: Q;
  body?: B;
  bodytype?: string;
  form?: z.ZodType;
  maxbody?: number;
  response?: z.ZodType;
  paged?: boolean;
  produces?: string;
  status?: 200 | 201;
}

/** Declares a route; the handler's parameters, query and body are typed by their schemas. */
export function route<
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | 'raw' | undefined,
>(
  method: Method,
  path: string,
  options: Options<P, Q, B>,
  handler: (call: Call<Infer<P>, Infer<Q>, B extends 'raw' ? undefined : Infer<B>>) => unknown,
): Route {
  const tag = options.tag ?? path.split('/')[2] ?? 'api';
  return { method, path, ...options, tag, handler: handler as (call: Call) => unknown } as Route;
}

/** A page of a list; becomes `data` and `meta.pagination`. */
export class Page<T> {
  constructor(
    readonly rows: T[],
    readonly pagination: { page: number; perpage: number; total: number; pages: number },
  ) {}
}
