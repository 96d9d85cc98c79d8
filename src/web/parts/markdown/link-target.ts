/**
 * Returns the target of a link in an article: an http, https or mailto URL, or an absolute path of this site.
 * Returns undefined for all others: scripts, data, files, relative paths, and addresses with white space or a
 * backslash.
 */
export function linkTargetOf(address: string): string | undefined {
  const target = address.trim();
  // Browsers ignore control characters in URLs and treat a backslash as a slash.
  if (/[\p{Cc}\s\\]/u.test(target)) return undefined;
  if (/^\/(?!\/)/.test(target)) return target;
  if (!URL.canParse(target)) return undefined;
  return ['http:', 'https:', 'mailto:'].includes(new URL(target).protocol) ? target : undefined;
}
