import { type Dice, HOSTILE, HOSTILE_TEXTS } from './hostile-values.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of every shape
type Schema = any;

export interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string }[];
  /** Schemas by media type. */
  bodies: Record<string, Schema>;
}

export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** Returns all operations of the document. */
export function operationsOf(document: Schema): Operation[] {
  const resolveSchema = (schema: Schema): Schema =>
    schema?.$ref
      ? schema.$ref
          .slice(2)
          .split('/')
          .reduce((at: Schema, key: string) => at[key], document)
      : schema;
  return Object.entries<Schema>(document.paths).flatMap(([path, item]) =>
    Object.entries<Schema>(item)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        parameters: parameters.map(resolveSchema),
        bodies: Object.fromEntries(
          Object.entries<Schema>(resolveSchema(requestBody)?.content ?? {}).map(([type, { schema }]) => [
            type,
            wholly(schema, resolveSchema, 0),
          ]),
        ),
      })),
  );
}

/** Returns the schema with all references resolved, to a depth beyond that of any body. */
function wholly(schema: Schema, resolved: (schema: Schema) => Schema, depth: number): Schema {
  const found = resolved(schema);
  if (depth > 6 || typeof found !== 'object' || found === null) return found;
  if (Array.isArray(found)) return found.map((one) => wholly(one, resolved, depth));
  return Object.fromEntries(
    Object.entries(found).map(([key, value]) => [
      key,
      typeof value === 'object' ? wholly(value, resolved, depth + 1) : value,
    ]),
  );
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  '',
];
const ODD_HEADERS: [string, string][] = [
  ['if-unmodified-since', 'yesterday'],
  ['if-match', '"\\'],
  ['range', 'bytes=9223372036854775808-'],
  ['accept-encoding', 'gzip;q=NaN, *;q=1e308'],
  ['x-request-id', 'x'.repeat(2000)],
  ['x-import-mode', 'true'],
  ['content-encoding', 'gzip'],
  ['x-forwarded-for', '::ffff:1.2.3.4, , x'],
];

/** Returns a request of the operation with at least one unusual part. */
export function createFuzzedRequest(operation: Operation, dice: Dice): FuzzedRequest {
  const headers: Record<string, string> = {};
  if (dice.below(8) === 0) {
    const [name, value] = dice.pick(ODD_HEADERS);
    headers[name] = value;
  }
  const path = operation.path.replace(/\{[^}]+\}/g, () =>
    dice.below(2) ? dice.pick(['1', '2', '3']) : dice.pick(HOSTILE_TEXTS),
  );
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && dice.below(5) === 0)
    .flatMap(({ name }) =>
      Array(1 + Number(dice.below(9) === 0)).fill(`${name}=${dice.pick(HOSTILE_TEXTS)}`),
    );
  const request = {
    method: operation.method,
    path: `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers,
  };
  return operation.method === 'GET' ? request : withBody(request, operation, dice);
}

function withBody(request: FuzzedRequest, { bodies }: Operation, dice: Dice): FuzzedRequest {
  const [type = 'application/json', schema = {}] = dice.pick([...Object.entries(bodies), []]) as [
    string?,
    Schema?,
  ];
  const declared = dice.below(10) === 0 ? dice.pick(TYPES) : type;
  const isForm = type.startsWith('multipart/');
  const [body, sent] = isForm ? formBody(schema, dice) : [jsonBody(schema, dice), declared];
  if (sent) request.headers['content-type'] = dice.below(12) === 0 ? declared : sent;
  return { ...request, body };
}

function jsonBody(schema: Schema, dice: Dice): string | Uint8Array {
  const value = sample(schema, dice, 0);
  const text = serialize(value);
  switch (dice.below(16)) {
    case 0:
      return text.slice(0, dice.below(text.length + 1));
    case 1:
      return text.replace(/^\{("(?:[^"\\]|\\.)*":)/, (whole, key) => `${whole}1,${key}`);
    case 2:
      return new Uint8Array(
        Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('}')]),
      );
    case 3:
      return `${'{"a":'.repeat(64)}1${'}'.repeat(64)}`;
    case 4:
      return serialize(dice.pick(HOSTILE));
    default:
      return text;
  }
}

const serialize = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/"\\u0001raw:(.*?):raw\\u0001"/g, '$1');

/** Returns a value of the schema in which one part in six is hostile. */
function sample(schema: Schema, dice: Dice, depth: number): unknown {
  if (depth > 0 && dice.below(6) === 0) return dice.pick(HOSTILE);
  const one = schema?.anyOf ?? schema?.oneOf ?? schema?.allOf;
  if (one) return sample(dice.pick(one), dice, depth);
  if (schema?.enum) return dice.pick(schema.enum);
  if (schema?.const !== undefined) return schema.const;
  const type = Array.isArray(schema?.type) ? dice.pick(schema.type) : schema?.type;
  if (type === 'object' || schema?.properties) return object(schema, dice, depth);
  if (type === 'array')
    return Array.from({ length: dice.below(4) }, () => sample(schema.items, dice, depth + 1));
  if (type === 'integer') return dice.pick([1, 2, 3, 10]);
  if (type === 'number') return dice.pick([1, 0.5, 100]);
  if (type === 'boolean') return dice.below(2) === 1;
  if (type === 'string') return text(schema, dice);
  return dice.pick(HOSTILE);
}

function object(schema: Schema, dice: Dice, depth: number): unknown {
  const required = new Set<string>(schema.required ?? []);
  const made: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries<Schema>(schema.properties ?? {}))
    if (required.has(name) || dice.below(3) === 0) made[name] = sample(inner, dice, depth + 1);
  if (dice.below(10) === 0)
    Object.defineProperty(made, dice.pick(['__proto__', 'x', '', '\0']), {
      value: dice.pick(HOSTILE),
      enumerable: true,
    });
  return made;
}

const text = (schema: Schema, dice: Dice): string => {
  if (schema.format === 'date') return '2026-05-05';
  if (schema.format === 'date-time') return '2026-05-05T00:00:00.000Z';
  return dice.pick(['Text', `Fuzz ${dice.below(1e9)}`, 'a', '10.0.0.1', '#aabbcc']);
};

/** Returns a form, complete or truncated at some position. */
function formBody(schema: Schema, dice: Dice): [Uint8Array, string] {
  const names = [...Object.keys(schema?.properties ?? {}), 'file', 'theme', 'kind'];
  const content = dice.pick([
    'vendor\nA\n',
    '<svg width="1e300" height="2"/>',
    '\x89PNG\r\n\x1a\n',
    'vendor\n"',
    '',
    '\0\0\0',
  ]);
  const parts = names.flatMap((name) => {
    if (dice.below(3) === 0) return [];
    const value =
      name === 'target'
        ? dice.pick(['vendors', 'Machine', '__proto__'])
        : String(serialize(dice.pick(HOSTILE)));
    const isFile = name === 'file';
    const filename = isFile ? `; filename="${dice.pick(['x.csv', 'x.svg', 'x.png', '', '..', '\0'])}"` : '';
    return [
      `--fuzz\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${isFile ? content : value}\r\n`,
    ];
  });
  const whole = `${parts.join('')}--fuzz--\r\n`;
  const cut = dice.below(3) === 0 ? whole.slice(0, dice.below(whole.length)) : whole;
  return [new Uint8Array(Buffer.from(cut, 'latin1')), 'multipart/form-data; boundary=fuzz'];
}
