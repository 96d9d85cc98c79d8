import './messages.ts';
import { randomBytes } from 'node:crypto';
import type { Server } from 'bun';
import type { z } from 'zod';
import { type Actor, ANONYMOUS } from '../actor.ts';
import type { WriteContext } from '../data/tx.ts';
import { AppError, type Issue, invalidFields, notFound } from '../errors.ts';
import type { Host } from '../host.ts';
import type { Gate } from '../identity/gate.ts';
import { readJson } from './body.ts';
import { clientAddress } from './client-address.ts';
import { failure, success } from './envelope.ts';
import type { Call, Route } from './route.ts';

const JSON_LIMIT = 1024 * 1024;
const SLOW_MS = 500;

export type RoutedRequest = Request & { params?: Record<string, string> };

/**
 * How every request flows: address, authenticate, authorise, only then read and validate, then the verb, then
 * the envelope. The one place that turns errors into HTTP.
 */
export function answerer(
  host: Host,
  gate: Gate,
): (route: Route, req: RoutedRequest, server: Server<unknown>) => Promise<Response> {
  return async (route, req, server) => {
    const requestid = requestId(req);
    const began = performance.now();
    let actor = ANONYMOUS;
    let response: Response;
    try {
      const address = addressOf(host, req, server);
      actor = await gate.admit(route, req, address);
      const context = contextOf(actor, requestid, address);
      const call: Call = {
        req,
        actor,
        requestid,
        address,
        context,
        params: validate(route.params, req.params ?? {}, 'path') as Record<string, string>,
        query: validate(route.query, queryOf(req), 'query') as Record<string, unknown>,
        body: route.body === 'raw' ? undefined : await bodyOf(route, req),
        headers: {},
        hold: () => server.timeout(req, 0),
      };
      const result = await route.handler(call);
      if (context.undoable) call.headers['X-Audit-Id'] = String(context.auditid);
      response =
        result instanceof Response
          ? withId(result, requestid)
          : success(result, requestid, host.clock.now(), route.status ?? 200, call.headers);
    } catch (cause) {
      response = failure(
        asAppError(cause, host, route, requestid),
        requestid,
        host.clock.now(),
        challengeOf(route),
      );
    }
    report(host, route, response.status, actor, requestid, performance.now() - began);
    return response;
  };
}

/** The address is worked out when somebody asks: most reads never do, and it is a good part of their cost. */
function contextOf(actor: Actor, requestid: string, address: () => string): WriteContext {
  return {
    actor,
    requestid,
    get ipaddress() {
      return address();
    },
  };
}

function addressOf(host: Host, req: Request, server: Server<unknown>): () => string {
  let known: string | undefined;
  return () => {
    const { trustedProxies } = host.config;
    const forwarded = trustedProxies > 0 ? req.headers.get('x-forwarded-for') : null;
    known ??= clientAddress(server.requestIP(req)?.address ?? '', forwarded, trustedProxies);
    return known;
  };
}

/** Inventory agents show their password only to a server that asks for it by name. */
const challengeOf = ({ access }: Route): string =>
  typeof access === 'object' && 'machine' in access ? 'Basic realm="Millwright"' : 'Bearer';

/** A sane request id of the caller is kept. */
export function requestId(req: Request): string {
  const given = req.headers.get('x-request-id');
  return given && /^[\w.:-]{1,64}$/.test(given) ? given : `${BOOT}-${(count++).toString(36)}`;
}

/** Tells the requests of one run of the process from those of another. */
const BOOT = randomBytes(6).toString('hex');
let count = 0;

function queryOf(req: Request): Record<string, string> {
  const start = req.url.indexOf('?');
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(req.url.slice(start)));
}

async function bodyOf(route: Route, req: Request): Promise<unknown> {
  if (!route.body || route.body === 'raw') return undefined;
  return validate(route.body, await readJson(req, route.maxbody ?? JSON_LIMIT), 'body');
}

function validate(schema: z.ZodType | undefined, value: unknown, part: 'path' | 'query' | 'body'): unknown {
  if (!schema) return value;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // An address whose id is no id names nothing.
  if (part === 'path') throw notFound('Record');
  const issues: Issue[] = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  throw invalidFields(issues);
}

function withId(response: Response, requestid: string): Response {
  response.headers.set('X-Request-Id', requestid);
  return response;
}

function asAppError(cause: unknown, host: Host, route: Route, requestid: string): AppError {
  if (cause instanceof AppError) return cause;
  host.log.error('request failed', { requestid, method: route.method, path: route.path, cause });
  return new AppError(
    'INTERNAL_ERROR',
    `Something went wrong here. The log has the cause under request ${requestid}.`,
  );
}

/** Paths are logged as declared, never as called: a path or a query can carry a secret. */
function report(host: Host, route: Route, status: number, actor: Actor, requestid: string, ms: number): void {
  host.meter.count(route.method, route.path, status, ms);
  const slow = ms > SLOW_MS;
  if (route.method === 'GET' && status < 400 && !slow) return;
  host.log.info('request', {
    requestid,
    method: route.method,
    path: route.path,
    status,
    actor: actor.kind,
    userid: actor.userid,
    ms: Math.round(ms),
  });
}
