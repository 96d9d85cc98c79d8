import { count, eq } from 'drizzle-orm';
import { build, type Given, isSet, query } from '../../kit/data/query.ts';
import { outbox } from '../../kit/tables.ts';
import { users } from '../identity/tables.ts';

export const activeUsers = query(() =>
  build
    .select({ n: count().as('n') })
    .from(users)
    .where(isSet(users.isactive)),
);

export const outboxItems = query((given: Given<{ state: 'queued' | 'failed' }>) =>
  build
    .select({ n: count().as('n') })
    .from(outbox)
    .where(eq(outbox.state, given.state)),
);
