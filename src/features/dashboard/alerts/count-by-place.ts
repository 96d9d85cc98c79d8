import type { Actor } from '../../../kit/actor.ts';
import type { Reader } from '../../../kit/data/reader.ts';
import type { Host } from '../../../kit/host.ts';
import { placeFieldsOf } from '../../../kit/resource/place-filter.ts';
import type { Register } from '../../../kit/resource/register.ts';
import { parseListFilters } from '../../viewalerts/index.ts';
import { readPlaces } from './places.ts';

/** Maximum number of locations whose rows are counted, the most frequent first. */
const MAX_LOCATIONS = 10_000;

/** Returns the list of an alert when its rows have locations; undefined for other pages. */
function findListWithPlaces(host: Host, href: string): Register | undefined {
  const [path] = href.split('?', 1);
  const register = host.registers.all().find((candidate) => candidate.path === path);
  if (!register || register.unlisted) return undefined;
  return placeFieldsOf(host.registers, register).locationid && register;
}

/**
 * Returns the number of rows of an alert's list at each place, by location ID. Empty when its rows have no
 * locations, or when a filter of its link is not valid. Throws 401 when the actor may not see a filtered field.
 */
export function countByPlace(
  host: Host,
  reader: Reader,
  href: string,
  actor?: Actor,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const register = findListWithPlaces(host, href);
  if (!register) return counts;
  const { lister, schemas } = host.resource(register);
  const parsed = schemas.list.safeParse(parseListFilters(href.split('?')[1] ?? ''));
  if (!parsed.success) return counts;
  const paging = { perpage: MAX_LOCATIONS, offset: 0 };
  const { groups } = lister.groups(reader, parsed.data, { name: 'locationid', paging, actor });
  const { placeOf } = readPlaces(reader);
  for (const { value, count } of groups) {
    const place = placeOf.get(Number(value));
    if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + count);
  }
  return counts;
}
