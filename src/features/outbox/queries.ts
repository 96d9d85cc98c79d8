import { count, eq } from 'drizzle-orm';
import { build, query } from '../../kit/data/query.ts';
import { outbox } from '../../kit/tables.ts';

/** Number of deliveries that are no longer retried automatically. */
export const failedDeliveries = query(() =>
  build
    .select({ n: count().as('n') })
    .from(outbox)
    .where(eq(outbox.state, 'failed')),
);
