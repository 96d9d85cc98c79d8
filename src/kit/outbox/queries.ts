import { and, eq, lt, lte, ne, sql } from 'drizzle-orm';
import { build, command, type Given, query, type RowOf } from '../data/query.ts';
import { outbox } from '../tables.ts';

/** Receivers for whom something is to be tried by now. */
export const dueDestinations = query((given: Given<{ now: string }>) =>
  build
    .selectDistinct({ destination: outbox.destination })
    .from(outbox)
    .where(and(eq(outbox.state, 'queued'), lte(outbox.nextattempt, given.now))),
);

/** At most fifty of what is to be tried by now for one receiver, the longest waiting first. */
export const dueItems = query((given: Given<{ destination: string; now: string }>) =>
  build
    .select({
      outboxid: outbox.outboxid,
      kind: outbox.kind,
      payload: outbox.payload,
      attempts: outbox.attempts,
      createddate: outbox.createddate,
    })
    .from(outbox)
    .where(
      and(
        eq(outbox.state, 'queued'),
        eq(outbox.destination, given.destination),
        lte(outbox.nextattempt, given.now),
      ),
    )
    .orderBy(outbox.nextattempt)
    .limit(50),
);

export type DueItem = RowOf<typeof dueItems>;

export const putItem = command(
  (given: Given<{ kind: string; destination: string; payload: string; at: string }>) =>
    build.insert(outbox).values({
      kind: given.kind,
      destination: given.destination,
      payload: given.payload,
      nextattempt: given.at,
      createddate: given.at,
      modifieddate: given.at,
    }),
);

type Outcome = Pick<
  typeof outbox.$inferSelect,
  'outboxid' | 'state' | 'attempts' | 'nextattempt' | 'lasterror'
>;

/** What will not be tried again keeps no content. */
export const settleItem = command((given: Given<Outcome & { at: string }>) =>
  build
    .update(outbox)
    .set({
      state: given.state,
      attempts: given.attempts,
      nextattempt: given.nextattempt,
      lasterror: given.lasterror,
      modifieddate: given.at,
      payload: sql`case when ${given.state} = 'queued' then ${outbox.payload} else '' end`,
    })
    .where(eq(outbox.outboxid, given.outboxid)),
);

export const forgetSettled = command((given: Given<{ before: string }>) =>
  build.delete(outbox).where(and(ne(outbox.state, 'queued'), lt(outbox.modifieddate, given.before))),
);
