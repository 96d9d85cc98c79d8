import type { Tx } from '../../../src/kit/data/tx.ts';
import { existingEvent, insertEvent, pruneEvents } from './queries.ts';
import type { CheckIn } from './schemas.ts';

const MAX_EVENTS = 200;

/**
 * Keeps what happened on a PC, the newest of it. What is told again, as after an answer that was lost, stands once.
 * Nothing happened later than now: what says so would stand above all that comes after it, and push it out.
 */
export function saveEvents(tx: Tx, assetid: number, events: CheckIn['events']): void {
  for (const { time, level, source = null, message } of events) {
    const event = { assetid, happenedat: time < tx.at ? time : tx.at, level, source, message };
    if (!existingEvent.get(tx, event)) insertEvent.run(tx, event);
  }
  if (events.length > 0) pruneEvents.run(tx, { assetid, most: MAX_EVENTS });
}
