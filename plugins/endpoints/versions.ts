/**
 * Reports whether a dotted version is older than another one. A missing version counts as older. A part that
 * is missing or not a number counts as 0.
 */
export function isOlderAgentVersion(version: string | null | undefined, than: string): boolean {
  if (!version) return true;
  const [own, other] = [numbers(version), numbers(than)];
  for (let at = 0; at < Math.max(own.length, other.length); at++) {
    const difference = (own[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const numbers = (version: string): number[] =>
  version.split('.').map((part) => Number.parseInt(part, 10) || 0);
