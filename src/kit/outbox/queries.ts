import { and, count, eq, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import { build, command, type Params, query, type RowOf } from '../data/query.ts';
import { appliance, outbox } from '../tables.ts';

/** The receivers with a delivery that is due. */
export const dueDestinations = query((params: Params<{ now: string }>) =>
  build
    .selectDistinct({ destination: outbox.destination })
    .from(outbox)
    .where(and(eq(outbox.state, 'queued'), lte(outbox.nextattempt, params.now))),
);

/** The delivery to one receiver that has been due longest. */
export const nextDue = query((params: Params<{ destination: string; now: string }>) =>
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
        eq(outbox.destination, params.destination),
        lte(outbox.nextattempt, params.now),
      ),
    )
    .orderBy(outbox.nextattempt)
    .limit(1),
);

export type DueDelivery = RowOf<typeof nextDue>;

type Item = typeof outbox.$inferSelect;

/** Queues a delivery that is due at once. */
export const putItem = command(
  (params: Params<Pick<Item, 'kind' | 'destination' | 'title' | 'recipient' | 'payload'> & { at: string }>) =>
    build.insert(outbox).values({
      kind: params.kind,
      destination: params.destination,
      title: params.title,
      recipient: params.recipient,
      payload: params.payload,
      nextattempt: params.at,
      createddate: params.at,
      modifieddate: params.at,
    }),
);

type Outcome = Pick<Item, 'outboxid' | 'state' | 'attempts' | 'nextattempt' | 'lasterror'>;

/**
 * Records the outcome of an attempt. A delivered item loses its content. An item that was discarded in the
 * meantime stays discarded, unless it was delivered anyway.
 */
export const recordOutcome = command((params: Params<Outcome & { at: string }>) =>
  build
    .update(outbox)
    .set({
      state: params.state,
      attempts: params.attempts,
      nextattempt: params.nextattempt,
      lasterror: params.lasterror,
      modifieddate: params.at,
      payload: sql`case when ${params.state} = 'sent' then '' else ${outbox.payload} end`,
    })
    .where(
      and(
        eq(outbox.outboxid, params.outboxid),
        or(eq(outbox.state, 'queued'), sql`${params.state} = 'sent'`),
      ),
    ),
);

/** Queues a waiting or failed item again; any other one stays. */
export const retryItem = command((params: Params<{ outboxid: number; at: string }>) =>
  build
    .update(outbox)
    .set({ state: 'queued', attempts: 0, nextattempt: params.at, modifieddate: params.at })
    .where(and(eq(outbox.outboxid, params.outboxid), inArray(outbox.state, ['queued', 'failed']))),
);

/** Queues all failed items again, except those of older versions, which have no content. */
export const retryFailedItems = command((params: Params<{ at: string }>) =>
  build
    .update(outbox)
    .set({ state: 'queued', attempts: 0, nextattempt: params.at, modifieddate: params.at })
    .where(and(eq(outbox.state, 'failed'), ne(outbox.payload, ''))),
);

/** Discards a waiting or failed item and its content; any other one stays. */
export const discardItem = command((params: Params<{ outboxid: number; at: string }>) =>
  build
    .update(outbox)
    .set({ state: 'discarded', payload: '', modifieddate: params.at })
    .where(and(eq(outbox.outboxid, params.outboxid), inArray(outbox.state, ['queued', 'failed']))),
);

/** Deletes the items that are not queued and have not changed since `before`. */
export const deleteFinishedItems = command((params: Params<{ before: string }>) =>
  build.delete(outbox).where(and(ne(outbox.state, 'queued'), lt(outbox.modifieddate, params.before))),
);

/** The time since which deliveries are paused. */
export const pauseState = query(() => build.select({ heldsince: appliance.heldsince }).from(appliance));

/** Sets the time since which deliveries are paused; null resumes them. */
export const setPauseState = command((params: Params<{ heldsince: string | null }>) =>
  build.update(appliance).set({ heldsince: params.heldsince }),
);

/** The number of deliveries in a state. */
export const itemsInState = query((params: Params<{ state: 'queued' | 'failed' }>) =>
  build
    .select({ n: count().as('n') })
    .from(outbox)
    .where(eq(outbox.state, params.state)),
);

/** Discards all queued items and deletes their contents, so that only their entries remain. */
export const discardQueued = command((params: Params<{ at: string }>) =>
  build
    .update(outbox)
    .set({ state: 'discarded', payload: '', modifieddate: params.at })
    .where(eq(outbox.state, 'queued')),
);
