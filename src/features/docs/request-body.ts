import type { Route } from '../../kit/http/routes.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

const OCTETS = 'application/octet-stream';
/** The schema of a file. Some generators recognize it by `format`, others by `contentMediaType`. */
const BINARY = { type: 'string', format: 'binary', contentMediaType: OCTETS };

/** Reports whether a file may be the whole body, so that its name is in the query. */
export function hasRawFileBody({ raw }: Route): boolean {
  const types = [raw?.type ?? []].flat();
  return types.includes(OCTETS) && types.some(isForm);
}

const isForm = (type: string) => type.startsWith('multipart/');

/**
 * Returns the request body of a route: one schema for each of its media types, and whether it is required.
 */
export function requestBody(route: Route, components: Record<string, JsonSchema>): JsonSchema {
  const { raw, body } = route;
  if (raw) {
    const types = [raw.type].flat().map((type) => [type, { schema: schemaOf(route, type, components) }]);
    return { required: true, content: Object.fromEntries(types) };
  }
  const schema = jsonSchema(body!, 'input', components);
  return { required: mustBeThere(route), content: { 'application/json': { schema } } };
}

/**
 * Reports whether the document requires the body of a route. A missing body is read as an empty object.
 * Routes that create records still require a body, even if all its fields are optional.
 */
const mustBeThere = ({ body, status }: Route): boolean => status === 201 || !body!.safeParse({}).success;

function schemaOf({ raw }: Route, type: string, components: Record<string, JsonSchema>): JsonSchema {
  const { form, file = { name: 'file', isOptional: false } } = raw!;
  const fields = form ? jsonSchema(form, 'input', components) : {};
  if (isForm(type) && file) return withFile(fields, file);
  if (isForm(type) || /\bjson$/.test(type)) return fields;
  return /\bxml$/.test(type) ? {} : BINARY;
}

/** Returns the schema of a form with its file and its fields. */
function withFile(
  fields: JsonSchema,
  { name, isOptional }: { name: string; isOptional: boolean },
): JsonSchema {
  const required = [...(isOptional ? [] : [name]), ...((fields.required as string[] | undefined) ?? [])];
  const properties = { [name]: BINARY, ...(fields.properties as object | undefined) };
  return { type: 'object', required, properties };
}
