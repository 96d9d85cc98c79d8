import { isDay } from '../../../kit/date-format.ts';

export interface AuditFiltersProps {
  /** The filters in the URL. */
  search: Record<string, string>;
  onChange: (patch: Record<string, string | undefined>) => void;
}

/**
 * Returns the query of the audit log for the filters in the URL. The API reads a plain day in UTC, so the days
 * of `from` and `to` become the first and the last moment of the day in the local time zone.
 */
export function toAuditQuery(search: Readonly<Record<string, string>>): Record<string, string> {
  const query = { ...search };
  const actors = actorsOf(search);
  if (actors === 'all') delete query.actors;
  else query.actors = actors;
  if (search.from) query.from = toInstant(search.from, '00:00:00.000');
  if (search.to) query.to = toInstant(search.to, '23:59:59.999');
  return query;
}

/**
 * Returns whose changes are listed: `people` unless the URL says otherwise or asks for one action, which
 * machines may do.
 */
export const actorsOf = ({ actors, action }: Readonly<Record<string, string>>): string =>
  actors ?? (action ? 'all' : 'people');

/**
 * Converts a day and a local time to an instant. Any text other than a day stays, such as an instant, so that
 * the server reads or rejects it.
 */
function toInstant(day: string, time: string): string {
  const at = isDay(day) ? new Date(`${day}T${time}`) : null;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : day;
}
