import type { Reader } from '../../../kit/data/reader.ts';
import { allLocations } from './trend-queries.ts';

/** Maximum number of places of an alert: those with the highest counts. */
export const MAX_PLACES = 100;

/** The places by which alerts are counted, and the place in which each location is. */
export interface Places {
  names: ReadonlyMap<number, string>;
  placeOf: ReadonlyMap<number, number>;
}

/**
 * Returns the places of the plant: the locations of the highest level that has several of them, such as the
 * halls of the only site. Each location within a place belongs to it.
 */
export function readPlaces(reader: Reader): Places {
  const locations = allLocations.all(reader);
  const within = Map.groupBy(locations, ({ parentlocationid }) => parentlocationid);
  const below = (id: number | null) => within.get(id) ?? [];
  let level = below(null);
  while (level.length === 1) level = below(level[0]!.locationid);
  const placeOf = new Map<number, number>();
  for (const { locationid: place } of level) {
    const left = [place];
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      placeOf.set(id, place);
      left.push(...below(id).map(({ locationid }) => locationid));
    }
  }
  return { names: new Map(level.map(({ locationid, location }) => [locationid, location])), placeOf };
}
