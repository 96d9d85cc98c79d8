import type { Route } from '../../kit/http/routes.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

const OCTETS = 'application/octet-stream';
/** Some generators know a file by the first word, others by the second. */
const BINARY = { type: 'string', format: 'binary', contentMediaType: OCTETS };

/** Whether a file may be the whole body, whose name then stands in the query. */
export function hasRawFileBody({ raw }: Route): boolean {
  const types = [raw?.type ?? []].flat();
  return types.includes(OCTETS) && types.some(isForm);
}

const isForm = (type: string) => type.startsWith('multipart/');

/** What a route takes: one schema for each of its media types, and whether it may be left out. */
export function requestBody(route: Route, components: Record<string, JsonSchema>): JsonSchema {
  const { raw, body } = route;
  if (raw) {
    const types = [raw.type].flat().map((type) => [type, { schema: schemaOf(route, type, components) }]);
    return { required: true, content: Object.fromEntries(types) };
  }
  const schema = jsonSchema(body!, 'input', components);
  return { required: mustBeThere(route), content: { 'application/json': { schema } } };
}

/** A body that is left out is read as an empty object. Nothing is ever made of that, whatever its schema may leave out. */
const mustBeThere = ({ body, status }: Route): boolean => status === 201 || !body!.safeParse({}).success;

function schemaOf({ raw }: Route, type: string, components: Record<string, JsonSchema>): JsonSchema {
  const { form, file = { name: 'file', isOptional: false } } = raw!;
  const fields = form ? jsonSchema(form, 'input', components) : {};
  if (isForm(type) && file) return withFile(fields, file);
  if (isForm(type) || /\bjson$/.test(type)) return fields;
  return /\bxml$/.test(type) ? {} : BINARY;
}

/** A form: its file beside its fields. */
function withFile(
  fields: JsonSchema,
  { name, isOptional }: { name: string; isOptional: boolean },
): JsonSchema {
  const required = [...(isOptional ? [] : [name]), ...((fields.required as string[] | undefined) ?? [])];
  const properties = { [name]: BINARY, ...(fields.properties as object | undefined) };
  return { type: 'object', required, properties };
}
