import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type Site, startSite } from '../support/site.ts';
import { routeNameOf } from './requests.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: object;
  responses: Record<string, { content?: Record<string, object> }>;
}

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

let site: Site;
let document: Document;
beforeAll(async () => {
  site = await startSite({ config: { basePath: '/plant' } });
  document = JSON.parse((await site.anonymous.get('/api/docs/openapi.json')).text);
});
afterAll(() => site.stop());

const pathOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');
const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('the document is valid OpenAPI 3.1', async () => {
  const outcome = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(outcome.errors ?? []).toEqual([]);
  expect([outcome.valid, document.openapi]).toEqual([true, '3.1.1']);
});

test('the document lists exactly the routes of the server', () => {
  const documented = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(documented.sort()).toEqual(site.app.routes.map((route) => pathOf(routeNameOf(route))).sort());
});

test('each operation has a unique ID, a summary, its path parameters and its security', () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const route of site.app.routes) {
    const operation = document.paths[pathOf(route.path)]![route.method.toLowerCase()]!;
    const where = routeNameOf(route);
    expect([where, operation.summary]).toEqual([where, expect.stringMatching(/^[A-Z].{2,}[^.]$/)]);
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    const wanted = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    expect([where, inPath.map(({ name }) => name).sort()]).toEqual([where, wanted.sort() as string[]]);
    expect([where, operation.security.length > 0]).toEqual([where, route.access !== 'open']);
    expect([where, operation.requestBody !== undefined]).toEqual([where, Boolean(route.body ?? route.raw)]);
  }
});

test('the document accepts a record and a batch for each collector and rejects wrong types', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema({ $id: 'doc', components: (document as unknown as { components: object }).components });
  const takes = (name: string, body: object) => {
    const { requestBody } = document.paths[`/api/collector/${name}`]!.post! as Operation & {
      requestBody: { content: Record<string, { schema: object }> };
    };
    const { schema } = requestBody.content['application/json']!;
    return ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/')), body);
  };
  const records: Record<string, [good: object, bad: object]> = {
    computers: [{ hostname: 'pc-1', installedapps: [{ name: 'Seven' }] }, { hostname: 3 }],
    printers: [{ hostname: 'pc-1', queues: [{ name: 'Q' }] }, { queues: [] }],
    endpoints: [
      { hostname: 'pc-1', checks: [] },
      { hostname: 'pc-1', checks: [{ name: 'x', level: 'bad' }] },
    ],
    machines: [{ assetnumber: 'M-1', controllerversion: '2' }, { assetnumber: 3 }],
    network: [
      { serialnumber: 'S-1', portcount: 24 },
      { serialnumber: 'S-1', portcount: 'many' },
    ],
    measuringtools: [
      { assetnumber: 'T-1', gagelabtag: 'G' },
      { assetnumber: 'T-1', notes: 3 },
    ],
  };
  for (const [name, [good, bad]] of Object.entries(records)) {
    const verdicts = [good, { records: [good] }, bad].map((body) => takes(name, body));
    expect([name, ...verdicts]).toEqual([name, true, true, false]);
  }
});

test('the document states a relative server URL until site_url is set', async () => {
  expect(document.servers).toEqual([{ url: '../..' }]);
  expect(new URL('../..', 'http://box/plant/api/docs/openapi.json').pathname).toBe('/plant/');
  await site.admin.put('/api/settings/site_url', { value: 'https://assets.plant.example/plant/' });
  const again = JSON.parse((await site.anonymous.get('/api/docs/openapi.json')).text);
  expect(again.servers).toEqual([{ url: 'https://assets.plant.example/plant' }]);
});

test('the document contains no constructs that code generators cannot read', () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain('\\\\P{');
  expect(text).not.toContain('__schema');
  const odd: string[] = [];
  const walk = (node: unknown, where: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { format, pattern, anyOf } = node as { format?: string; pattern?: string; anyOf?: object[] };
    if (typeof pattern === 'string' && ['date', 'date-time', 'email'].includes(format ?? '')) odd.push(where);
    if (where.includes('/parameters/') && /^\^\[0-9\]/.test(pattern ?? '')) odd.push(where);
    if (Array.isArray(anyOf) && anyOf.some((one) => Object.keys(one).length === 0)) odd.push(where);
    for (const [key, inner] of Object.entries(node)) walk(inner, `${where}/${key}`);
  };
  walk(document, '');
  expect(odd).toEqual([]);
});

test('the document types numbers, lists CSV responses and names the errors of an operation', () => {
  const list = document.paths['/api/vendors']!.get!;
  const parameter = (name: string) => list.parameters!.find((one) => one.name === name);
  expect(parameter('page')).toMatchObject({ schema: { type: 'integer', minimum: 1 } });
  expect(parameter('sort')).toMatchObject({
    schema: { enum: expect.arrayContaining(['vendor', 'createddate']) },
  });
  expect(Object.keys(list.responses['200']!.content!)).toEqual(['application/json', 'text/csv']);
  const change = document.paths['/api/vendors/{vendorid}']!.put!;
  expect(change.parameters![0]).toMatchObject({ schema: { type: 'integer', minimum: 1 } });
  expect(Object.keys(change.responses).sort()).toEqual(
    ['200', '400', '401', '403', '404', '409', '413', '415', '429', '507', 'default'].sort(),
  );
  const { description } = change.responses['409'] as unknown as { description: string };
  expect(description).toContain('STALE_WRITE');
  const upload = document.paths['/api/imports']!.post!.requestBody as {
    content: Record<string, { schema: { required: string[] } }>;
  };
  expect(upload.content['multipart/form-data']!.schema.required).toContain('target');
});

test('no schema has two properties that differ only in case or punctuation', () => {
  const twice: string[] = [];
  const walk = (node: unknown, where: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: object };
    if (properties && !where.endsWith('/properties')) {
      const bare = Object.keys(properties).map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));
      if (new Set(bare).size < bare.length) twice.push(where);
    }
    for (const [key, inner] of Object.entries(node)) walk(inner, `${where}/${key}`);
  };
  walk(document, '');
  expect(twice).toEqual([]);
  const { EmployeeEntry } = (document as unknown as { components: { schemas: Record<string, object> } })
    .components.schemas;
  expect(EmployeeEntry).toMatchObject({
    additionalProperties: true,
    properties: { firstname: { description: 'Other accepted spellings: First_Name.' } },
  });
});

test('no schema has the name of the constructor of another one, which clients in Go declare', () => {
  const names = new Set(
    Object.keys((document as unknown as { components: { schemas: object } }).components.schemas),
  );
  expect(names.size).toBeGreaterThan(50);
  expect([...names].filter((name) => name.startsWith('New') && names.has(name.slice(3)))).toEqual([]);
});

test('each list declares its envelope as JSON and its CSV as text', () => {
  // The files of imports are no lists.
  const listed = operations()
    .filter(({ operation }) => operation.responses['200']?.content?.['text/csv'])
    .filter(({ path }) => !path.startsWith('/api/imports/'));
  expect(listed.length).toBeGreaterThan(50);
  for (const { path, operation } of listed) {
    const { 'application/json': json, ...others } = operation.responses['200']!.content!;
    expect([path, others]).toEqual([path, { 'text/csv': { schema: { type: 'string' } } }]);
    expect([path, json]).toMatchObject([path, { schema: { properties: { data: {}, meta: {} } } }]);
  }
  const withFormat = operations().filter(({ operation }) => {
    const format = operation.parameters?.find(({ name }) => name === 'format') as
      | { schema?: object }
      | undefined;
    return JSON.stringify(format?.schema ?? {}).includes('"csv"');
  });
  expect(listed.map(({ path }) => path)).toEqual(withFormat.map(({ path }) => path));
});

interface Body {
  required: boolean;
  content: Record<string, { schema: object }>;
}

test('the document states for each body whether it is required', async () => {
  const bodies = operations().flatMap(({ path, method, operation }) =>
    operation.requestBody ? [{ path, method, body: operation.requestBody as Body }] : [],
  );
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema({ $id: 'doc', components: (document as unknown as { components: object }).components });
  for (const { path, method, body } of bodies) {
    const { schema } = body.content['application/json'] ?? {};
    if (!schema || body.required) continue;
    const linked = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/'));
    expect([method, path, ajv.validate(linked, {})]).toEqual([method, path, true]);
    if (path.includes('{') || method === 'delete') continue;
    const answer = await site.admin.send(method.toUpperCase(), path);
    expect([path, answer.status === 400 ? answer.text : 'taken']).toEqual([path, 'taken']);
  }
  const needed = ['/api/endpoints/commands/bulk', '/api/dashboarddefaults', '/api/employees/directory'];
  for (const path of needed)
    expect([path, bodies.find((one) => one.path === path)?.body.required]).toEqual([path, true]);
});

test('the document declares a file as form part or binary body, with its name in the query', () => {
  for (const { path, method, operation } of operations()) {
    const { content } = (operation.requestBody ?? { content: {} }) as Body;
    for (const [type, { schema }] of Object.entries(content)) {
      const isBinary = JSON.stringify(schema).includes('"binary"');
      if (type.endsWith('json')) expect([method, path, isBinary]).toEqual([method, path, false]);
      if (type.endsWith('octet-stream'))
        expect([path, schema]).toMatchObject([path, { type: 'string', format: 'binary' }]);
    }
    if (!content['application/octet-stream'] || !content['multipart/form-data']) continue;
    const filename = operation.parameters?.find(({ name }) => name === 'filename');
    expect([path, filename]).toMatchObject([path, { in: 'query', required: false }]);
  }
});

test('the document lists webhook events under x-webhooks', () => {
  expect(document).toMatchObject({ 'x-webhooks': { event: { post: { operationId: 'webhookEvent' } } } });
  expect(document).not.toHaveProperty('webhooks');
  // The interactive page does not show extensions, so the heading of deliveries explains the verification.
  const { tags } = document as unknown as { tags: { name: string; description?: string }[] };
  expect(tags.find(({ name }) => name === 'outbox')?.description).toContain('openssl dgst');
});

test('the API page, the document and the guide are public when the credential is invalid', async () => {
  for (const caller of [site.anonymous, site.anonymous.bearer('nonsense')]) {
    const page = await caller.get('/api/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self';");
    expect(page.text).toContain('src="/plant/api/docs/start.js"');
    const guide = await caller.get('/api/docs/llms.txt');
    expect([guide.status, guide.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    for (const route of site.app.routes) expect(guide.text).toContain(pathOf(routeNameOf(route)));
  }
});

test('each documented response has a schema', () => {
  const shapeless = operations()
    .filter(({ operation }) => Object.values(operation.responses).some(({ content }) => !content))
    .map(({ method, path }) => `${method} ${path}`);
  expect(shapeless).toEqual([]);
});

test('lists of assets declare the pattern of their filters by custom fields', () => {
  const patternsOf = (path: string) =>
    (document.paths[path]!.get as unknown as Record<string, { pattern: string }[]>)['x-parameter-patterns'];
  expect(patternsOf('/api/vendors')).toBeUndefined();
  for (const path of ['/api/assets', '/api/computers']) {
    const [{ pattern } = { pattern: '' }] = patternsOf(path) ?? [];
    const names = ['cf_costcenter', 'cf_cost center__not', 'name__not', 'cf_'];
    expect(names.map((name) => new RegExp(pattern).test(name))).toEqual([true, true, false, false]);
  }
});
