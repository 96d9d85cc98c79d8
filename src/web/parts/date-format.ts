import { type DateFormat, type TimeFormat, toDateFormat, toTimeFormat } from '../../kit/date-format.ts';

/** Returns a fact that the server writes into each page. */
const contentOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Returns how the plant writes days. */
export const readDateFormat = (): DateFormat => toDateFormat(contentOf('date-format'));

/** Returns how the plant writes times of day. */
export const readTimeFormat = (): TimeFormat => toTimeFormat(contentOf('time-format'));

/** Applies formats that were changed since the page was opened. */
export function applyFormats(settings: Readonly<Record<string, string>>): void {
  for (const name of ['date-format', 'time-format']) {
    const content = settings[name.replace('-', '_')];
    if (content) document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
  }
}
