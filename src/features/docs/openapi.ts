import { z } from 'zod';
import { ERROR_STATUS } from '../../kit/errors.ts';
import type { Access } from '../../kit/http/access.ts';
import type { Route } from '../../kit/http/routes.ts';

type Schema = Record<string, unknown>;

const SECURITY: Record<string, object> = {
  login: {
    type: 'http',
    scheme: 'bearer',
    description: 'A login token, a personal API token (mw_pat_) or a service token (mw_svc_).',
  },
  apikey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A service token or the collector key.',
  },
  kiosktoken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Kiosk-Token',
    description: 'The token of a kiosk device (mw_ksk_).',
  },
};

/** The OpenAPI 3.1 document of the routes, with what zod says about each part. */
export function openApi(routes: readonly Route[], version: string): Schema {
  const components: Record<string, Schema> = { Error: errorSchema(), Meta: metaSchema() };
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Millwright',
      version,
      description:
        'The asset register, fleet and floor of a plant. Answers come in an envelope; errors name what to do.',
    },
    servers: [{ url: '../..' }],
    tags: [...new Set(routes.map((route) => route.tag))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: { schemas: components, securitySchemes: SECURITY },
  };
}

function operation(route: Route, components: Record<string, Schema>): Schema {
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: accessText(route.access),
    security: securityOf(route.access),
    ...(route.params || route.query
      ? {
          parameters: [
            ...parameters(route.params, 'path', components),
            ...parameters(route.query, 'query', components),
          ],
        }
      : {}),
    ...(route.body || route.raw ? { requestBody: requestBody(route, components) } : {}),
    responses: {
      [String(route.status ?? 200)]: answer(route, components),
      default: {
        description: 'An error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const operationId = (route: Route) =>
  `${route.method.toLowerCase()}${route.path.replace(/^\/api/, '').replace(/[/:-]+(\w)/g, (_all, letter: string) => letter.toUpperCase())}`;

function accessText(access: Access): string {
  if (access === 'open') return 'Public.';
  if (access === 'public') return 'Public; a credential that is shown must be valid.';
  if (access === 'optional')
    return 'Public, as far as the setting anonymous_read lets strangers read; a credential that is shown must be valid.';
  if (access === 'login') return 'For signed-in people; a token with scopes may only read it.';
  if (access === 'session') return 'For people who signed in with their password, not for API tokens.';
  if (access === 'admin') return 'For admins.';
  if ('machine' in access) return `For machines: ${access.machine.join(', ')}.`;
  return `Needs the permission ${[access.can].flat().join(' or ')}${access.orScope ? `, or a service token with the scope ${access.orScope}` : ''}.`;
}

function securityOf(access: Access): object[] {
  if (access === 'open') return [];
  if (access === 'optional' || access === 'public') return [{}, { login: [] }];
  if (typeof access !== 'object' || !('machine' in access)) return [{ login: [] }];
  const kiosk = access.machine.includes('kiosk') ? [{ kiosktoken: [] }] : [];
  const others = access.machine.some((kind) => kind !== 'kiosk') ? [{ apikey: [] }, { login: [] }] : [];
  return [...kiosk, ...others];
}

function parameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  components: Record<string, Schema>,
): object[] {
  if (!schema) return [];
  const described = jsonSchema(schema, 'input', components) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(described.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: place === 'path' || (described.required?.includes(name) ?? false),
      ...(description ? { description } : {}),
      schema: rest,
    };
  });
}

function requestBody(route: Route, components: Record<string, Schema>): Schema {
  if (route.raw) {
    const { type, form } = route.raw;
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    const beside = form ? jsonSchema(form, 'input', components).properties : {};
    const properties = { file, ...(beside as object) };
    const schema = type.startsWith('multipart/') ? { type: 'object', properties } : {};
    return { required: true, content: { [type]: { schema } } };
  }
  const schema = jsonSchema(route.body!, 'input', components);
  return {
    required: Array.isArray(schema.required) && schema.required.length > 0,
    content: { 'application/json': { schema } },
  };
}

function answer(route: Route, components: Record<string, Schema>): Schema {
  if (route.produces) return { description: 'The content', content: { [route.produces]: {} } };
  const data = route.answers ? jsonSchema(route.answers, 'output', components) : deletedSchema(route);
  const meta = route.paged
    ? { allOf: [{ $ref: '#/components/schemas/Meta' }, { required: ['pagination'] }] }
    : { $ref: '#/components/schemas/Meta' };
  const schema = {
    type: 'object',
    required: ['status', 'data', 'meta'],
    properties: { status: { const: 'success' }, data, meta },
  };
  return { description: 'Done', content: { 'application/json': { schema } } };
}

const deletedSchema = (route: Route): Schema =>
  route.method === 'DELETE'
    ? { type: 'object', required: ['deleted'], properties: { deleted: { type: ['integer', 'string'] } } }
    : {};

/** zod's own JSON Schema, its named parts moved to the components. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Record<string, Schema>): Schema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      // A preprocessed value is documented by what it must become, not by "anything".
      const def = zodSchema._zod.def as { type: string; in?: z.ZodType; out?: z.ZodType };
      const isPreprocess =
        def.type === 'pipe' &&
        (def.in as { _zod?: { def: { type: string } } })?._zod?.def.type === 'transform';
      if (io === 'input' && isPreprocess) {
        const { $schema: _drop, ...inner } = z.toJSONSchema(def.out!, { io, unrepresentable: 'any' });
        Object.assign(json, inner);
      }
    },
  }) as Schema;
  return hoist(made, components);
}

function hoist(node: unknown, components: Record<string, Schema>): Schema {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const {
      $schema: _drop,
      $defs,
      id,
      ...rest
    } = value as Record<string, unknown> & { $defs?: Record<string, Schema> };
    for (const [name, definition] of Object.entries($defs ?? {}))
      components[name] ??= walk(definition) as Schema;
    const walked = Object.fromEntries(
      Object.entries(rest).map(([key, inner]) => [
        key,
        key === '$ref' ? String(inner).replace('#/$defs/', '#/components/schemas/') : walk(inner),
      ]),
    );
    const isNamed = typeof id === 'string' && ('type' in walked || 'anyOf' in walked);
    if (id !== undefined && !isNamed) return { id: walk(id), ...walked };
    if (!isNamed) return walked;
    components[id] ??= walked;
    return { $ref: `#/components/schemas/${id}` };
  };
  return walk(node) as Schema;
}

function errorSchema(): Schema {
  const error = {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { enum: Object.keys(ERROR_STATUS) },
      message: { type: 'string' },
      details: { type: 'object' },
    },
  };
  return {
    type: 'object',
    required: ['status', 'data', 'meta'],
    properties: {
      status: { const: 'error' },
      data: { type: 'object', required: ['error'], properties: { error } },
      meta: { $ref: '#/components/schemas/Meta' },
    },
  };
}

function metaSchema(): Schema {
  const count = { type: 'integer' };
  return {
    type: 'object',
    required: ['timestamp', 'requestid'],
    properties: {
      timestamp: { type: 'string', format: 'date-time' },
      requestid: { type: 'string' },
      pagination: {
        type: 'object',
        required: ['page', 'perpage', 'total', 'pages'],
        properties: { page: count, perpage: count, total: count, pages: count },
      },
    },
  };
}
