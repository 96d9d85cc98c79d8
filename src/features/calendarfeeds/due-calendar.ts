import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { forbidden } from '../../kit/http/access.ts';
import { readDayFormatter } from '../../kit/settings/day-formatter.ts';
import {
  type DueCalendarQuery,
  type DueListItem,
  iterateDueItems,
  listDueSources,
} from '../dashboard/index.ts';
import { feedPrefixOf } from './credential.ts';
import { type CalendarEvent, formatCalendar } from './icalendar.ts';

/** More events make calendars slow. What is due next comes first, then what is overdue, the latest first. */
export const MAX_EVENTS = 2000;
const DEFAULT_FEED_DAYS = 365;

/**
 * Returns the due dates that the owner of the feed may read now, as iCalendar. Throws 403 when the owner may no
 * longer read any of the requested kinds.
 */
export function calendarResponse(host: Host, actor: Actor, query: DueCalendarQuery): Response {
  if (host.contributions.dueSources.length > 0 && listDueSources(host, actor, query.kind).length === 0)
    throw forbidden();
  const text = host.db.read((reader) => {
    const items = listItems(host, actor, reader, query).take(MAX_EVENTS);
    return formatCalendar({
      name: 'Due dates',
      at: reader.at,
      events: items.map((item) => toEvent(host, actor, item)),
    });
  });
  return new Response(text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="due.ics"',
      'Cache-Control': 'private, no-store',
    },
  });
}

/** Yields what is due next, and then what is overdue, the latest first. */
function* listItems(
  host: Host,
  actor: Actor,
  reader: Reader,
  query: DueCalendarQuery,
): Generator<DueListItem> {
  const days = query.days ?? DEFAULT_FEED_DAYS;
  for (const [state, dir] of [
    ['upcoming', 'asc'],
    ['overdue', 'desc'],
  ] as const)
    if (query.state === undefined || query.state === state)
      yield* iterateDueItems(host, actor, reader, { ...query, days, state, dir });
}

function toEvent({ settings }: Host, actor: Actor, item: DueListItem): CalendarEvent {
  const { kind, kindtitle, itemid, title, due, isoverdue, location, href } = item;
  const site = settings.text('site_url').replace(/\/+$/, '');
  const url = URL.parse(site && `${site}${href}`)?.href;
  const day = readDayFormatter(settings)(due);
  const state = isoverdue ? `Overdue since ${day}.` : `Due ${day}.`;
  return {
    uid: `${kind}-${itemid}-${feedPrefixOf(actor).slice(-8)}@millwright`,
    day: due,
    summary: `${kindtitle}: ${title}`,
    description: url ? `${state}\n${url}` : state,
    category: kindtitle,
    location,
    url,
  };
}
