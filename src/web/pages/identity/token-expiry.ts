/** Returns the calendar date (YYYY-MM-DD) this number of days after a time, in the browser's time zone. */
export function addDays(start: Date, days: number): string {
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + days);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${end.getFullYear()}-${pad(end.getMonth() + 1)}-${pad(end.getDate())}`;
}
