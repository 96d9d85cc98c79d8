import {
  FILTER_OPERATORS,
  type FilterOperator,
  type FilterValueKind,
  OPERATOR_FIELDS,
  OPERATORS_BY_KIND,
  PARAMETER_PATTERN,
} from '../../kit/resource/filter-operators.ts';
import type { JsonSchema } from './json-schema.ts';

/** The description of all operators, which the document contains once. */
export const OPERATOR_TEXT =
  'Lists are filtered by `<field>__<operator>`: `not`, `in` (values with commas, quotes around a value with a comma), `empty` (true, false), `contains`, `gte`, `lte`, and `last` and `next` (`30d`, `12h`). `not` includes rows without a value. On locations and business units, `in` and `not` include everything within them. Custom fields of assets have the name `cf_<field name>`.';

/** The sentence in the description of a list with custom fields. */
export const CUSTOM_FIELD_TEXT =
  ' Filters by custom fields are further parameters: `cf_<field name>`, with or without an operator, such as `cf_costcenter=4711` and `cf_costcenter__not=4711`. Their names depend on the plant, so the document states their pattern under `x-parameter-patterns`.';

/** The extension of an operation with patterns of further parameters. OpenAPI has none for this. */
export const PARAMETER_PATTERNS = 'x-parameter-patterns';

/** Returns the extension that describes the filters of a list by custom fields, from the JSON schema of its query. */
export function describeCustomFieldParameters(query: JsonSchema): JsonSchema {
  const pattern = query[PARAMETER_PATTERN];
  if (pattern === undefined) return {};
  return { [PARAMETER_PATTERNS]: [{ in: 'query', pattern, operators: [...FILTER_OPERATORS], schema: TEXT }] };
}

const TEXT = { type: 'string' };
const SINGLE: Partial<Record<FilterValueKind, JsonSchema>> = {
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
};

function schemaOf(kind: FilterValueKind, operator: FilterOperator): JsonSchema {
  if (operator === 'empty') return { type: 'boolean' };
  if (operator === 'gte' || operator === 'lte') return SINGLE[kind] ?? TEXT;
  return TEXT;
}

/** Returns the operator parameters of a list, from the JSON schema of its query. */
export function describeOperatorParameters(query: JsonSchema): JsonSchema[] {
  const fields = (query[OPERATOR_FIELDS] ?? {}) as Partial<Record<FilterValueKind, string[]>>;
  return Object.entries(fields).flatMap(([kind, names]) =>
    names.flatMap((name) =>
      OPERATORS_BY_KIND[kind as FilterValueKind].map((operator) => ({
        name: `${name}__${operator}`,
        in: 'query',
        schema: schemaOf(kind as FilterValueKind, operator),
      })),
    ),
  );
}
