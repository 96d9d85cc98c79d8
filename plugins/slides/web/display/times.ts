const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString();

/**
 * Returns the regional variant of the language on this device, because English has several formats of times.
 */
const localeOf = (language: string): string =>
  navigator.languages.find((one) => one.startsWith(language)) ?? language;

/** Returns the time of an instant, with the day if that is not today. */
export function timeText(at: number, now: number, language: string): string {
  const when = new Date(at);
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  if (isSameDay(when, new Date(now))) return when.toLocaleTimeString(localeOf(language), time);
  return when.toLocaleString(localeOf(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...time,
  });
}

/** Returns the weekday and date of a time in milliseconds, in the language of the display. */
export const dayText = (now: number, language: string): string =>
  new Date(now).toLocaleDateString(localeOf(language), { weekday: 'long', day: 'numeric', month: 'long' });
