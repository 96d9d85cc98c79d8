/** The path of a request's address. A `Host` header that is none makes an address that no parser takes. */
export const pathOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).pathname : (/^(?:https?:\/\/[^/?#]*)?(\/[^?#]*)/i.exec(url)?.[1] ?? '/');
