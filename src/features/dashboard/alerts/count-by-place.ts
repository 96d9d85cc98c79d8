import type { Actor } from '../../../kit/actor.ts';
import type { Reader } from '../../../kit/data/reader.ts';
import type { Host } from '../../../kit/host.ts';
import { placeFieldsOf } from '../../../kit/resource/place-filter.ts';
import { findFilteredList } from '../../viewalerts/index.ts';
import type { Places } from './places.ts';

/** Maximum number of locations whose rows are counted, the most frequent first. */
const MAX_LOCATIONS = 10_000;

/**
 * Returns the number of rows of an alert's list at each place, by location ID, the highest first. Empty when
 * its rows have no locations, or when a filter of its link is not valid. Throws 401 when the actor may not see
 * a filtered field.
 */
export function countByPlace(
  host: Host,
  reader: Reader,
  { href, places, actor }: { href: string; places: Places; actor?: Actor },
): ReadonlyMap<number, number> {
  const list = findFilteredList(host, href);
  if (!list || !placeFieldsOf(host.registers, list.register).locationid) return new Map();
  const { lister } = host.resource(list.register);
  const paging = { perpage: MAX_LOCATIONS, offset: 0 };
  const { groups } = lister.groups(reader, list.filters, { name: 'locationid', paging, actor });
  const counts = new Map<number, number>();
  for (const { value, count } of groups) {
    const place = places.placeOf.get(Number(value));
    if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + count);
  }
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
