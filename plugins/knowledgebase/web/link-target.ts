/**
 * Where a link of an article may lead: to the web, to an e-mail address, or to a page of this site. Undefined for
 * everything else: scripts, data, files, and what is no full address.
 */
export function linkTargetOf(address: string): string | undefined {
  const given = address.trim();
  // Browsers read past control characters, and a backslash as a slash.
  if (/[\p{Cc}\s\\]/u.test(given)) return undefined;
  if (/^\/(?!\/)/.test(given)) return given;
  if (!URL.canParse(given)) return undefined;
  return ['http:', 'https:', 'mailto:'].includes(new URL(given).protocol) ? given : undefined;
}
