import type { Tx } from '../../../src/kit/data/tx.ts';
import { existingEvent, insertEvent, pruneEvents } from './queries.ts';
import type { CheckIn } from './schemas.ts';

const MAX_EVENTS = 200;

/**
 * Stores the events of a PC and keeps its newest `MAX_EVENTS`. An event that is sent again, for example after
 * a lost answer, is stored once. A time in the future is replaced by the current time, because it would rank
 * above later events and displace them.
 */
export function saveEvents(tx: Tx, assetid: number, events: CheckIn['events']): void {
  for (const { time, level, source = null, message } of events) {
    const event = { assetid, happenedat: time < tx.at ? time : tx.at, level, source, message };
    if (!existingEvent.get(tx, event)) insertEvent.run(tx, event);
  }
  if (events.length > 0) pruneEvents.run(tx, { assetid, most: MAX_EVENTS });
}
