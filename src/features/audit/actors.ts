import { z } from 'zod';
import type { SqlCondition } from '../../kit/data/sql-condition.ts';

/** The filter of changes by people or by machines. */
export const actorsFilter = z
  .enum(['people', 'machines'])
  .optional()
  .meta({ description: '`people`: changes by users and their tokens. `machines`: all others.' });

/** Returns the conditions of the filter. `column` is SQL of the kind of actor. */
export function createActorsConditions(
  actors: z.output<typeof actorsFilter>,
  column: string,
): SqlCondition[] {
  if (!actors) return [];
  const isByPeople = `${column} IN ('user', 'token')`;
  return [{ sql: actors === 'people' ? isByPeople : `NOT ${isByPeople}`, params: [] }];
}
