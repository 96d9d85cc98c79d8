import { count } from 'drizzle-orm';
import { build, isSet, query } from '../../kit/data/query.ts';
import { users } from '../identity/tables.ts';

/** Number of active users. */
export const activeUsers = query(() =>
  build
    .select({ n: count().as('n') })
    .from(users)
    .where(isSet(users.isactive)),
);
