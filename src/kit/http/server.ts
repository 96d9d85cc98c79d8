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
  surroundings: ServerContext;
  apis: readonly Api[];
  /** Answers what no route takes: the pages of the UI, or 404. */
  fallback(req: Request): Response;
}

/**
 * The one root over all features: it makes the call, the envelope, the errors and the figures, so that no feature
 * speaks of them. It is the one place that turns errors into HTTP.
 */
export function serverOf({ basePath, surroundings, apis, fallback }: Root): Api {
  const sweeper = new Sweeper();
  // What no route takes, which a guard stands in front of.
  const pageFor = (req: Request): Response => {
    try {
      refuseTwoHosts(req);
      return fallback(req);
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      return errorResponse(cause, surroundings.ids.of(req), surroundings.clock.now());
    }
  };
  const pageInTurn = async (req: Request): Promise<Response> => {
    const call = new Call(surroundings, req);
    try {
      await call.visit();
    } catch (cause) {
      return errorResponse(explain(cause, call, req.method, '/*'), call.requestid, surroundings.clock.now());
    }
    const page = pageFor(req);
    call.account?.end();
    return page;
  };
  const root = new Elysia<string, HandlerContext>({
    prefix: basePath,
    normalize: false,
    nativeStaticResponse: false,
    // For Node, where the framework itself finds the route: no path may end in a slash.
    strictPath: true,
    // Whatever the declared paths do not take ends here. The framework's own search is asked for one kind alone:
    // Bun's router has no path with a slash at its end.
    serve: {
      routes: {
        '/*': (req: Request): Response | Promise<Response> =>
          slashed.has(pathOf(req.url)) ? all.fetch(req) : pageInTurn(req),
      },
    },
  })
    .onRequest((context) => {
      context.call = new Call(surroundings, context.request);
    })
    .onError(({ call, error, request, route, set }) => {
      call.account?.end();
      // Met on Node alone, which has no router in front of the framework.
      if (error instanceof NotFoundError) return pageFor(request);
      const told = explain(error, call, request.method, declared(route, basePath));
      // Otherwise the framework writes a status of its own over ours.
      set.status = told.status;
      return errorResponse(
        told,
        call.requestid,
        surroundings.clock.now(),
        challengeOf(call.routeOptions?.access),
      );
    })
    .mapResponse(async ({ call, request, responseValue, route }) => {
      call.account?.end();
      const value = await responseValue;
      call.account?.begin();
      const answer = answerOf(call, value);
      call.account?.end();
      const response = await onDisk(call, request.method, declared(route, basePath), answer);
      if (request.method !== 'GET') sweeper.after(request, response.status);
      if (call.routeOptions) report(call, request.method, declared(route, basePath), response.status);
      return response;
    });
  const all: Api = apis.reduce<Api>((whole, feature) => whole.use(feature), root);
  const slashed = new Set(slashedPaths(all).map((path) => path.slice(0, -1)));
  return all;
}

/** Spellings of a route that end in a slash: they are declared with an asterisk behind it. */
const slashedPaths = ({ routes }: Api): string[] =>
  (routes as { path: string; hooks: { detail?: RouteOptions } }[]).flatMap(({ path, hooks }) =>
    hooks.detail?.aliasOf === undefined ? [] : [path],
  );

/** Nobody is told of a change, his own or another's, before it is on the disk. */
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

/** A path as the feature declares it. Never as called: a path or a query can carry a secret. */
const declared = (path: string, basePath: string): string => path.slice(basePath.length);

function answerOf(call: Call, value: unknown): Response {
  if (value instanceof Response) {
    if (value instanceof StreamedResponse) value.chargeTo(call.account, () => call.beginDocument());
    if (!value.headers.has('X-Request-Id')) value.headers.set('X-Request-Id', call.requestid);
    value.headers.set('X-Content-Type-Options', 'nosniff');
    return value;
  }
  const headers =
    call.undoable === undefined ? call.headers : { ...call.headers, 'X-Audit-Id': String(call.undoable) };
  const shown = redact(value, call.server.hidden(call.actor));
  const status = call.isAccepted ? 202 : (call.routeOptions?.status ?? 200);
  return successResponse(shown, call.requestid, call.server.clock.now(), status, headers);
}

/** Inventory agents show their password only to a server that asks for it by name. */
const challengeOf = (access: Access | undefined): string =>
  access && machinesOf(access).some(({ schemes }) => schemes?.basic) ? 'Basic realm="Millwright"' : 'Bearer';

/** What the caller is told. A cause that nobody foresaw goes to the log under the request's id, and nowhere else. */
function explain(error: unknown, call: Call, method: string, path: string): AppError {
  const cause = explainDisk(error instanceof ParseError ? (error.cause ?? error) : error);
  if (cause instanceof AppError) return cause;
  if (cause instanceof ValidationError && cause.type !== 'response') return refusal(cause);
  if (call.req.signal.aborted) {
    call.server.requests.note(call.actor, 'the caller left', {
      requestid: call.requestid,
      method,
      path,
      cause,
    });
    return new AppError('BAD_REQUEST', 'The request did not arrive whole.');
  }
  call.server.log.error('request failed', { requestid: call.requestid, method, path, cause });
  return new AppError(
    'INTERNAL_ERROR',
    `Something went wrong here. The log has the cause under request ${call.requestid}.`,
  );
}

interface Standard {
  '~standard': {
    validate(value: unknown): { issues?: readonly { path?: readonly unknown[]; message: string }[] };
  };
}

/** The framework keeps a schema as it is, or within a validator of its own. */
const schemaIn = (validator: object): unknown => ('schema' in validator ? validator.schema : validator);

const isStandard = (schema: unknown): schema is Standard =>
  typeof schema === 'object' && schema !== null && '~standard' in schema;

/** Everything that is wrong with one part of the request. The error's own message holds the whole body: not used. */
function refusal(error: ValidationError): AppError {
  // An address whose id is no id names nothing.
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
  server.requests.note(actor, 'request', line);
}
