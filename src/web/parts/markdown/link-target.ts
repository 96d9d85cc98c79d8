/**
 * Returns the target of a link in an article. The web, email addresses and pages of this site are allowed.
 * Returns undefined for all others: scripts, data, files and incomplete addresses.
 */
export function linkTargetOf(address: string): string | undefined {
  const target = address.trim();
  // Browsers ignore control characters in URLs and treat a backslash as a slash.
  if (/[\p{Cc}\s\\]/u.test(target)) return undefined;
  if (/^\/(?!\/)/.test(target)) return target;
  if (!URL.canParse(target)) return undefined;
  return ['http:', 'https:', 'mailto:'].includes(new URL(target).protocol) ? target : undefined;
}
