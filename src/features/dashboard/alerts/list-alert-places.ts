import type { Actor } from '../../../kit/actor.ts';
import type { AttentionCount } from '../../../kit/contributions.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Host } from '../../../kit/host.ts';
import type { AlertPlace } from './alert-schemas.ts';
import { countByPlace } from './count-by-place.ts';
import { listAlerts } from './list-alerts.ts';
import { MAX_PLACES, readPlaces } from './places.ts';
import { readPlaceTrends } from './trends.ts';

/**
 * Returns the places at which an alert counts records now or counted some in the last 30 days, the highest
 * count first. Empty for a view whose rows the actor may not count. Throws 404 for an alert that the actor may
 * not see.
 */
export function listAlertPlaces(
  host: Host,
  rules: readonly AttentionCount[],
  actor: Actor,
  key: string,
): AlertPlace[] {
  const alert = listAlerts(host, rules, actor).find((candidate) => candidate.key === key);
  if (!alert) throw notFound('Alert');
  if (alert.check().problem !== null) return [];
  return host.db.read((reader) => {
    const places = readPlaces(reader);
    const counts = countByPlace(host, reader, { href: alert.href, places, actor });
    const trends = readPlaceTrends(reader, key);
    return [...places.names]
      .filter(([id]) => counts.has(id) || trends.has(id))
      .map(([locationid, location]) => ({
        locationid,
        location,
        count: counts.get(locationid) ?? 0,
        href: addPlace(alert.href, locationid),
        trend: trends.get(locationid) ?? [],
      }))
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_PLACES);
  });
}

/** Returns the link of an alert, narrowed to a place. */
function addPlace(href: string, locationid: number): string {
  const [path, query] = href.split('?');
  const params = new URLSearchParams(query);
  params.set('locationid', String(locationid));
  return `${path}?${params}`;
}
