import type { z } from 'zod';
import type { ErrorKind } from '../../kit/errors.ts';
import { type Access, machinesOf } from '../../kit/http/access.ts';
import { type Route, shapeOf } from '../../kit/http/routes.ts';
import { TimeSlice } from '../../kit/time-slice.ts';
import { errorSchema, metaSchema, pagedMetaSchema } from './envelope-schemas.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import {
  CUSTOM_FIELD_TEXT,
  describeCustomFieldParameters,
  describeOperatorParameters,
  OPERATOR_TEXT,
  PARAMETER_PATTERNS,
} from './operator-parameters.ts';
import { asNumber } from './portable-schema.ts';
import { hasRawFileBody, requestBody } from './request-body.ts';
import { buildErrorResponses } from './responses.ts';
import { DELIVERY, describeWebhooks } from './webhooks.ts';

const SECURITY: Record<string, object> = {
  login: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token from a sign-in, a personal API token (mw_pat_) or a service token (mw_svc_).',
  },
  apikey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A personal or service token, or the collector key.',
  },
};

/** Input of the API documents. */
export interface OpenApiInput {
  routes: readonly Route[];
  /** Errors of plugins, in addition to those of the core. */
  errors: readonly ErrorKind[];
  version: string;
  /** Base of all paths: the address of the site, or the mount path relative to the document. */
  server: string;
}

/**
 * Returns the OpenAPI 3.1 document of the routes, with the schemas of zod. Runs in time slices, because it
 * takes seconds.
 */
export async function openApi({ routes, errors, version, server }: OpenApiInput): Promise<JsonSchema> {
  const turn = new TimeSlice(undefined);
  const components: Record<string, JsonSchema> = {
    Error: errorSchema(errors),
    Meta: metaSchema(),
    PagedMeta: pagedMetaSchema(),
  };
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    if (turn.isOver) await turn.next();
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, errors, components) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Millwright',
      version,
      description: `Asset management for a plant: assets, PCs, floor plans and kiosks. Responses have an envelope; error messages say what to do. ${OPERATOR_TEXT}`,
    },
    servers: [{ url: server }],
    tags: [...new Set(routes.map((route) => route.tag))].sort().map(heading),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    // The webhooks are not under `webhooks`, because a client generator writes no types for operations there.
    'x-webhooks': describeWebhooks(components),
    components: { schemas: withoutHelpers(components), securitySchemes: schemesOf(routes) },
  };
}

/**
 * Returns a tag of the document. The interactive page shows tags but no webhooks, so that of the outbox
 * describes the deliveries.
 */
const heading = (name: string) => (name === 'outbox' ? { name, description: DELIVERY } : { name });

/** Removes a helper schema of zod for arbitrary JSON, because nothing refers to it any more. */
const withoutHelpers = (components: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(components).filter(([name]) => !name.startsWith('__')));

function operation(
  route: Route,
  errors: readonly ErrorKind[],
  components: Record<string, JsonSchema>,
): JsonSchema {
  const parameters = parametersOf(route, components);
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: `${accessText(route.access)}${PARAMETER_PATTERNS in parameters ? CUSTOM_FIELD_TEXT : ''}`,
    security: securityOf(route.access),
    ...parameters,
    ...(route.body || route.raw ? { requestBody: requestBody(route, components) } : {}),
    responses: {
      [String(route.status ?? 200)]: answer(route, components),
      ...(route.mayaccept && { 202: { ...answer(route, components), description: route.mayaccept } }),
      ...buildErrorResponses(route, errors),
    },
  };
}

function parametersOf(route: Route, components: Record<string, JsonSchema>): JsonSchema {
  const query = describe(route.query, components);
  const all = [
    ...listParameters(describe(route.params, components), 'path'),
    ...listParameters(query, 'query'),
    ...(hasRawFileBody(route) ? [FILENAME] : []),
    ...headersOf(route),
    ...(route.raw ? [REQUEST_ID] : []),
  ];
  return { ...(all.length > 0 && { parameters: all }), ...describeCustomFieldParameters(query) };
}

const operationId = (route: Route) =>
  `${route.method.toLowerCase()}${route.path.replace(/^\/api/, '').replace(/[/:-]+(\w)/g, (_all, letter: string) => letter.toUpperCase())}`;

function accessText(access: Access): string {
  if (access === 'open') return 'Public.';
  if (access === 'public') return 'Public; if a credential is sent, it must be valid.';
  if (access === 'optional')
    return 'Public, within the limits of the setting anonymous_read; if a credential is sent, it must be valid.';
  if (access === 'login') return 'For signed-in users; a token with limited permissions can only read.';
  if (access === 'adminsession') return 'For signed-in admins, not for API tokens.';
  if (access === 'session') return 'For users who signed in with their password, not for API tokens.';
  if (access === 'handler')
    return 'For signed-in users and their tokens; the permissions depend on the record.';
  if (access === 'admin') return 'For admins.';
  const orScope = access.orScope ? `, or a service token with the permission ${access.orScope}` : '';
  if ('machine' in access)
    return `For machines: ${access.machine.map(({ kind }) => kind).join(', ')}${orScope}.`;
  return `Needs the permission ${[access.can].flat().join(' or ')}${orScope}.`;
}

function securityOf(access: Access): object[] {
  if (access === 'open') return [];
  if (access === 'optional' || access === 'public') return [{}, { login: [] }];
  if (typeof access !== 'object' || !('machine' in access)) return [{ login: [] }];
  const own = access.machine.flatMap(({ schemes = {} }) => Object.keys(schemes));
  const tokens = access.orScope || access.machine.some(({ scope }) => scope) ? Object.keys(SECURITY) : [];
  return [...own, ...tokens].map((name) => ({ [name]: [] }));
}

/** Returns the security schemes of users and scripts, and of the machines that the routes accept. */
const schemesOf = (routes: readonly Route[]): Record<string, object> =>
  Object.assign(
    {},
    SECURITY,
    ...routes.flatMap(({ access }) => machinesOf(access)).map(({ schemes }) => schemes),
  );

const PAGING = new Set(['page', 'per_page']);

interface DescribedParameters extends JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

const describe = (
  schema: z.ZodType | undefined,
  components: Record<string, JsonSchema>,
): DescribedParameters => (schema ? jsonSchema(schema, 'input', components) : {});

function listParameters(described: DescribedParameters, place: 'path' | 'query'): object[] {
  const declared = Object.entries(described.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: place === 'path' || (described.required?.includes(name) ?? false),
      ...(description ? { description } : {}),
      schema: asNumber(rest, place === 'path' || PAGING.has(name) ? 1 : 0),
    };
  });
  return [...declared, ...describeOperatorParameters(described)];
}

/**
 * Query parameter with the name of a file that is sent as the whole body. A form contains the name itself.
 */
const FILENAME = {
  name: 'filename',
  in: 'query',
  required: false,
  description: 'The file name; required for application/octet-stream.',
  schema: { type: 'string' },
};

/**
 * The header `X-Request-Id`. Every route accepts it, but the document lists it only for routes with a raw
 * body. It is needed there because openapi-python-client generates modules without a required import for
 * operations with several content types and no optional parameter.
 */
const REQUEST_ID = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'Your own ID of this request, for the log and the audit log: up to 64 letters, digits and `. : _ -`.',
  schema: { type: 'string' },
};

/**
 * Returns the header that prevents changing or deleting a record whose current state the caller has not seen.
 */
function headersOf({ ifunmodified, body }: Route): object[] {
  if (!ifunmodified && !('ifmodifieddate' in shapeOf(body))) return [];
  const description =
    'An HTTP date, to the second. Returns 409 STALE_WRITE and writes nothing if the record has changed since.';
  return [
    { name: 'If-Unmodified-Since', in: 'header', required: false, description, schema: { type: 'string' } },
  ];
}

function answer(route: Route, components: Record<string, JsonSchema>): JsonSchema {
  if (route.produces) {
    const schema = route.responseSchema && jsonSchema(route.responseSchema, 'output', components);
    return { description: 'The content', content: { [route.produces]: schema ? { schema } : {} } };
  }
  const data = route.responseSchema
    ? jsonSchema(route.responseSchema, 'output', components)
    : deletedSchema(route);
  const meta = { $ref: `#/components/schemas/${route.paged ? 'PagedMeta' : 'Meta'}` };
  const schema = {
    type: 'object',
    required: ['status', 'data', 'meta'],
    properties: { status: { const: 'success' }, data, meta },
  };
  const csv = hasCsv(route) ? { 'text/csv': { schema: { type: 'string' } } } : {};
  return { description: 'Done', content: { 'application/json': { schema }, ...csv } };
}

/** Reports whether the list is available as a file with `format=csv`. */
const hasCsv = ({ query }: Route): boolean => shapeOf(query).format?.safeParse('csv').success ?? false;

const deletedSchema = (route: Route): JsonSchema =>
  route.method === 'DELETE'
    ? { type: 'object', required: ['deleted'], properties: { deleted: { type: ['integer', 'string'] } } }
    : {};
