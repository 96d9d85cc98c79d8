import { and, count, eq, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import { build, command, type Params, query, type RowOf } from '../data/query.ts';
import { appliance, outbox } from '../tables.ts';

/** The receivers with a delivery that is due. */
export const dueDestinations = query((given: Params<{ now: string }>) =>
  build
    .selectDistinct({ destination: outbox.destination })
    .from(outbox)
    .where(and(eq(outbox.state, 'queued'), lte(outbox.nextattempt, given.now))),
);

/** The delivery to one receiver that has been due longest. */
export const nextDue = query((given: Params<{ destination: string; now: string }>) =>
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
    .limit(1),
);

export type DueDelivery = RowOf<typeof nextDue>;

type Item = typeof outbox.$inferSelect;

export const putItem = command(
  (given: Params<Pick<Item, 'kind' | 'destination' | 'title' | 'recipient' | 'payload'> & { at: string }>) =>
    build.insert(outbox).values({
      kind: given.kind,
      destination: given.destination,
      title: given.title,
      recipient: given.recipient,
      payload: given.payload,
      nextattempt: given.at,
      createddate: given.at,
      modifieddate: given.at,
    }),
);

type Outcome = Pick<Item, 'outboxid' | 'state' | 'attempts' | 'nextattempt' | 'lasterror'>;

/**
 * Records the outcome of an attempt. A delivered item loses its content. An item that was discarded in the
 * meantime stays discarded, unless it was delivered anyway.
 */
export const recordOutcome = command((given: Params<Outcome & { at: string }>) =>
  build
    .update(outbox)
    .set({
      state: given.state,
      attempts: given.attempts,
      nextattempt: given.nextattempt,
      lasterror: given.lasterror,
      modifieddate: given.at,
      payload: sql`case when ${given.state} = 'sent' then '' else ${outbox.payload} end`,
    })
    .where(
      and(eq(outbox.outboxid, given.outboxid), or(eq(outbox.state, 'queued'), sql`${given.state} = 'sent'`)),
    ),
);

export const retryItem = command((given: Params<{ outboxid: number; at: string }>) =>
  build
    .update(outbox)
    .set({ state: 'queued', attempts: 0, nextattempt: given.at, modifieddate: given.at })
    .where(and(eq(outbox.outboxid, given.outboxid), inArray(outbox.state, ['queued', 'failed']))),
);

/** Items that failed before contents were stored have none to send again. */
export const retryFailedItems = command((given: Params<{ at: string }>) =>
  build
    .update(outbox)
    .set({ state: 'queued', attempts: 0, nextattempt: given.at, modifieddate: given.at })
    .where(and(eq(outbox.state, 'failed'), ne(outbox.payload, ''))),
);

export const discardItem = command((given: Params<{ outboxid: number; at: string }>) =>
  build
    .update(outbox)
    .set({ state: 'discarded', payload: '', modifieddate: given.at })
    .where(and(eq(outbox.outboxid, given.outboxid), inArray(outbox.state, ['queued', 'failed']))),
);

export const deleteFinishedItems = command((given: Params<{ before: string }>) =>
  build.delete(outbox).where(and(ne(outbox.state, 'queued'), lt(outbox.modifieddate, given.before))),
);

/** The time since which deliveries are paused. */
export const pauseState = query(() => build.select({ heldsince: appliance.heldsince }).from(appliance));

export const setPauseState = command((given: Params<{ heldsince: string | null }>) =>
  build.update(appliance).set({ heldsince: given.heldsince }),
);

export const itemsInState = query((given: Params<{ state: 'queued' | 'failed' }>) =>
  build
    .select({ n: count().as('n') })
    .from(outbox)
    .where(eq(outbox.state, given.state)),
);

/** Discards all queued items and deletes their contents, so that only their entries remain. */
export const discardQueued = command((given: Params<{ at: string }>) =>
  build
    .update(outbox)
    .set({ state: 'discarded', payload: '', modifieddate: given.at })
    .where(eq(outbox.state, 'queued')),
);
