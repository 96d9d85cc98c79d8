/**
 * Returns the path of a request URL. An invalid `Host` header results in a URL that no parser accepts; the
 * path is then cut out of the text.
 */
export const pathOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).pathname : (/^(?:https?:\/\/[^/?#]*)?(\/[^?#]*)/i.exec(url)?.[1] ?? '/');
