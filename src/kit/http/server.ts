import './messages.ts';
import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia';
import { toUserError as explainDisk } from '../data/disk-errors.ts';
import { AppError, type Issue, invalidFields, notFound } from '../errors.ts';
import { type Access, machinesOf } from './access.ts';
import type { Api, HandlerContext, RouteOptions } from './api.ts';
import { Call, type ServerContext } from './call.ts';
import { StreamedResponse } from './csv.ts';
import { errorResponse, successResponse } from './envelope.ts';
import { refuseTwoHosts } from './one-host.ts';
import { pathOf } from './path-of.ts';
import { redact } from './redact.ts';
import { Sweeper } from './sweeper.ts';

const SLOW_MS = 500;

interface Root {
  basePath: string;
  serverContext: ServerContext;
  apis: readonly Api[];
  /** Returns the response for a path without a route: a page of the UI, or 404. */
  fallback(req: Request): Response;
}

/**
 * Builds the root of the server over all features. It creates the call, the envelope, the errors and the
 * metrics, so that features do not handle them.
 */
export function serverOf({ basePath, serverContext, apis, fallback }: Root): Api {
  const sweeper = new Sweeper();
  // A path without a route has no guard, so a request with two hosts is rejected here.
  const pageFor = (req: Request): Response => {
    try {
      refuseTwoHosts(req);
      return fallback(req);
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      return errorResponse(cause, serverContext.ids.of(req), serverContext.clock.now());
    }
  };
  const pageInTurn = async (req: Request): Promise<Response> => {
    const call = new Call(serverContext, req);
    try {
      await call.beginPage();
    } catch (cause) {
      return errorResponse(explain(cause, call, req.method, '/*'), call.requestid, serverContext.clock.now());
    }
    const page = pageFor(req);
    call.account?.end();
    return page;
  };
  const root = new Elysia<string, HandlerContext>({
    prefix: basePath,
    normalize: false,
    nativeStaticResponse: false,
    // Needed on Node, where the framework itself finds the route. No path may end in a slash.
    strictPath: true,
    // Paths without a declared route end here. The framework's own routing serves only one kind of them:
    // paths that end in a slash, which Bun's router does not support.
    serve: {
      routes: {
        '/*': (req: Request): Response | Promise<Response> =>
          slashed.has(pathOf(req.url)) ? all.fetch(req) : pageInTurn(req),
      },
    },
  })
    .onRequest((context) => {
      context.call = new Call(serverContext, context.request);
    })
    .onError(({ call, error, request, route, set }) => {
      call.account?.end();
      // A path without a route gets here only on Node.js, which has no router in front of the framework.
      if (error instanceof NotFoundError) return pageFor(request);
      const appError = explain(error, call, request.method, declaredPathOf(route, basePath));
      // Without this assignment, the framework overwrites our status with its own.
      set.status = appError.status;
      return errorResponse(
        appError,
        call.requestid,
        serverContext.clock.now(),
        challengeOf(call.routeOptions?.access),
      );
    })
    .mapResponse(async ({ call, request, responseValue, route }) => {
      call.account?.end();
      const value = await responseValue;
      call.account?.begin();
      const answer = answerOf(call, value);
      call.account?.end();
      const response = await onDisk(call, request.method, declaredPathOf(route, basePath), answer);
      if (request.method !== 'GET') sweeper.countBody(request, response.status);
      if (call.routeOptions) report(call, request.method, declaredPathOf(route, basePath), response.status);
      return response;
    });
  const all: Api = apis.reduce<Api>((whole, feature) => whole.use(feature), root);
  const slashed = new Set(listSlashedPaths(all).map((path) => path.slice(0, -1)));
  return all;
}

/** Returns the declared paths of aliases. Each ends in a slash and an asterisk. */
const listSlashedPaths = ({ routes }: Api): string[] =>
  (routes as { path: string; hooks: { detail?: RouteOptions } }[]).flatMap(({ path, hooks }) =>
    hooks.detail?.aliasOf === undefined ? [] : [path],
  );

/**
 * Delays the response until all writes so far are durable, including those of other callers. A response
 * therefore reports no audited change that a power failure could undo.
 */
async function onDisk(call: Call, method: string, path: string, response: Response): Promise<Response> {
  const { settled, clock } = call.server;
  const waiting = settled();
  if (!waiting) return response;
  try {
    await waiting;
    return response;
  } catch (cause) {
    return errorResponse(explain(cause, call, method, path), call.requestid, clock.now());
  }
}

/** Returns the path as the feature declares it. The requested path or query may contain a secret. */
const declaredPathOf = (path: string, basePath: string): string => path.slice(basePath.length);

function answerOf(call: Call, value: unknown): Response {
  if (value instanceof Response) {
    if (value instanceof StreamedResponse) value.chargeTo(call.account, () => call.beginDocument());
    if (!value.headers.has('X-Request-Id')) value.headers.set('X-Request-Id', call.requestid);
    value.headers.set('X-Content-Type-Options', 'nosniff');
    return value;
  }
  const headers =
    call.undoable === undefined ? call.headers : { ...call.headers, 'X-Audit-Id': String(call.undoable) };
  const body = redact(value, call.server.redactedKeys(call.actor));
  const status = call.isAccepted ? 202 : (call.routeOptions?.status ?? 200);
  return successResponse(body, call.requestid, call.server.clock.now(), status, headers);
}

/**
 * Returns the authentication challenge. Inventory agents send their password only to a server that requests
 * Basic authentication.
 */
const challengeOf = (access: Access | undefined): string =>
  access && machinesOf(access).some(({ schemes }) => schemes?.basic) ? 'Basic realm="Millwright"' : 'Bearer';

/**
 * Converts an error to the one for the caller. An unexpected cause is logged under the request ID and not
 * shown.
 */
function explain(error: unknown, call: Call, method: string, path: string): AppError {
  const cause = explainDisk(error instanceof ParseError ? (error.cause ?? error) : error);
  if (cause instanceof AppError) return cause;
  if (cause instanceof ValidationError && cause.type !== 'response') return refusal(cause);
  if (call.req.signal.aborted) {
    call.server.requests.write(call.actor, 'caller disconnected', {
      requestid: call.requestid,
      method,
      path,
      cause,
    });
    return new AppError('BAD_REQUEST', 'The request is incomplete.');
  }
  call.server.log.error('request failed', { requestid: call.requestid, method, path, cause });
  return new AppError(
    'INTERNAL_ERROR',
    `An internal error occurred. See the log for the cause, request ID ${call.requestid}.`,
  );
}

interface Standard {
  '~standard': {
    validate(value: unknown): { issues?: readonly { path?: readonly unknown[]; message: string }[] };
  };
}

/** Returns the schema, which the framework stores either as it is or inside its own validator. */
const schemaIn = (validator: object): unknown => ('schema' in validator ? validator.schema : validator);

const isStandard = (schema: unknown): schema is Standard =>
  typeof schema === 'object' && schema !== null && '~standard' in schema;

/**
 * Returns 400 with the errors in one part of the request, or 404 for a malformed ID in the path. The message
 * of the framework's error contains the whole body, so it is not used.
 */
function refusal(error: ValidationError): AppError {
  // A path with a malformed ID refers to no record.
  if (error.type === 'params') return notFound('Record');
  const schema = schemaIn(error.validator);
  if (!isStandard(schema)) throw error;
  const issues = schema['~standard'].validate(error.value).issues ?? [];
  return invalidFields(issues.map(({ path = [], message }): Issue => ({ path: path.join('.'), message })));
}

function report(
  { server, requestid, actor, began }: Call,
  method: string,
  path: string,
  status: number,
): void {
  const ms = performance.now() - began;
  server.meter.count(method, path, status, ms);
  if (method === 'GET' && status < 400 && ms <= SLOW_MS) return;
  const { kind, userid } = actor;
  const line = { requestid, method, path, status, actor: kind, userid, ms: Math.round(ms) };
  server.requests.write(actor, 'request', line);
}
