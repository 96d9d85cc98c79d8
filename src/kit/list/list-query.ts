import { z } from 'zod';
import { pagingQuery } from '../http/paging.ts';
import { type FilterValueKind, isOperatorParameter, OPERATOR_FIELDS } from '../resource/filter-operators.ts';
import { acceptNames } from '../resource/schemas.ts';
import type { ListColumnMap } from './list-column.ts';

/** The parameters of each paged list with columns. */
const sharedShape = (names: readonly string[], direction: string) => ({
  ...pagingQuery,
  sort: z.enum(names).optional(),
  dir: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: `Default ${direction}.` }),
});

type SharedShape = ReturnType<typeof sharedShape>;

/** The schema of a list query. The filters with operators are in its values, but not in its type. */
export type ListQuerySchema<Shape extends Record<string, z.ZodType>> = z.ZodObject<SharedShape & Shape>;

/**
 * Returns the schema of the query of a paged list: paging, order, `<column>__<operator>` and the parameters of
 * the list itself. The code that creates the conditions validates the filters with operators.
 */
export function createListQuery<Shape extends Record<string, z.ZodType>>(
  columns: ListColumnMap,
  direction: string,
  shape: Shape,
): ListQuerySchema<Shape> {
  const all = { ...sharedShape(Object.keys(columns), direction), ...shape };
  const schema = acceptNames(all, isOperatorParameter).meta({ [OPERATOR_FIELDS]: groupByKind(columns) });
  return schema as unknown as ListQuerySchema<Shape>;
}

/** Returns the names of columns by the way in which filters compare them, for the API document. */
function groupByKind(columns: ListColumnMap): Partial<Record<FilterValueKind, string[]>> {
  const groups = Map.groupBy(Object.entries(columns), ([, { kind }]) => kind);
  return Object.fromEntries([...groups].map(([kind, group]) => [kind, group.map(([name]) => name)]));
}
