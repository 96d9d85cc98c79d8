import { ERROR_STATUS, type ErrorKind } from '../../kit/errors.ts';
import { isOpenToAnonymous } from '../../kit/http/access.ts';
import type { Route } from '../../kit/http/routes.ts';
import type { JsonSchema } from './json-schema.ts';

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is invalid; details.issues names each field.',
  401: 'The credential is missing, wrong or no longer valid.',
  403: 'The caller lacks the permission.',
  404: 'The record does not exist.',
  409: 'The request conflicts with the state of this or another record.',
  413: 'The request is too large; details.limit contains the limit.',
  415: 'The charset of the body is not supported.',
  422: 'The scanned code cannot be read.',
  429: 'Too many requests; Retry-After says when to retry.',
  507: 'The disk is full; nothing was saved.',
};

/**
 * Returns the error responses of a route by status, each with its codes of the core and of `errors`, and a
 * default one.
 */
export function buildErrorResponses(route: Route, errors: readonly ErrorKind[]): Record<string, JsonSchema> {
  const kinds = [...Object.entries(ERROR_STATUS).map(([code, status]) => ({ code, status })), ...errors];
  const answers = statusesOf(route).flatMap((status): [string, JsonSchema][] => {
    const codes = kinds.filter((kind) => kind.status === status).map(({ code }) => code);
    return [[String(status), errorAnswer(`${STATUS_DESCRIPTIONS[status]} Codes: ${codes.join(', ')}.`)]];
  });
  return { ...Object.fromEntries(answers), default: errorAnswer('Another error') };
}

const errorAnswer = (description: string): JsonSchema => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

function statusesOf({ access, params, query, body, raw, method, ifunmodified, enabledBy }: Route): number[] {
  const isWrite = method !== 'GET';
  const [takesBody, takesAny] = [Boolean(body ?? raw), Boolean(query ?? body ?? raw ?? ifunmodified)];
  const takesText = Boolean(body) || [raw?.type ?? []].flat().some((type) => type.endsWith('/json'));
  const isGuarded = access !== 'open';
  return [
    ...(takesAny ? [400] : []),
    ...(isGuarded ? [401] : []),
    ...(isGuarded && !isOpenToAnonymous(access) ? [403] : []),
    ...(params || enabledBy ? [404] : []),
    ...(isWrite ? [409] : []),
    ...(takesBody ? [413] : []),
    ...(takesText ? [415] : []),
    429,
    ...(isWrite ? [507] : []),
  ];
}
