const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?/;
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;

/**
 * Converts an agent's local `YYYY-MM-DD HH:MM:SS` to a UTC instant with milliseconds. `offset` is a text such
 * as `+0200`; UTC is assumed when it is missing or invalid. Returns undefined for an invalid date or time,
 * and for years before 1980.
 */
export function parseBootTime(local: string | undefined, offset: string | undefined): string | undefined {
  const parts = LOCAL_TIME.exec(local ?? '')
    ?.slice(1)
    .map(Number);
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second] = parts;
  const seconds = Number.isFinite(second) ? (second as number) : 0;
  if (hour > 23 || minute > 59 || seconds > 59) return undefined;
  const instant = new Date(Date.UTC(year, month - 1, day, hour, minute, seconds));
  // Date rolls 2019-54-17 over into 2023, so the result must have the same month and day as the input.
  if (instant.getUTCMonth() !== month - 1 || instant.getUTCDate() !== day || year < 1980) return undefined;
  return new Date(instant.getTime() - offsetMinutes(offset) * 60_000).toISOString();
}

function offsetMinutes(offset: string | undefined): number {
  const match = OFFSET.exec(offset ?? '');
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  if (minutes > 14 * 60) return 0;
  return match[1] === '-' ? -minutes : minutes;
}
