import { z } from 'zod';
import { toPortableSchema } from './portable-schema.ts';

export type JsonSchema = Record<string, unknown>;

/**
 * Returns the JSON Schema of a zod schema in portable form. Moves its named parts to `components` and refers
 * to them.
 */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      // A preprocessed value is documented by the schema of its result instead of "anything".
      const def = zodSchema._zod.def as { type: string; in?: z.ZodType; out?: z.ZodType };
      const isPreprocess =
        def.type === 'pipe' &&
        (def.in as { _zod?: { def: { type: string } } })?._zod?.def.type === 'transform';
      if (io === 'input' && isPreprocess) {
        const { $schema: _drop, ...inner } = z.toJSONSchema(def.out!, { io, unrepresentable: 'any' });
        Object.assign(json, inner);
      }
    },
  }) as JsonSchema;
  return hoist(toPortableSchema(made), components);
}

function hoist(node: unknown, components: Record<string, JsonSchema>): JsonSchema {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const {
      $schema: _drop,
      $defs,
      id,
      ...rest
    } = value as Record<string, unknown> & { $defs?: Record<string, JsonSchema> };
    for (const [name, definition] of Object.entries($defs ?? {}))
      components[name] ??= walk(definition) as JsonSchema;
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
  return walk(node) as JsonSchema;
}
