import { linkTargetOf } from '../../parts/markdown/link-target.ts';

/** Chapters that are for engineers and not part of the manual in the product. */
const NOT_IN_MANUAL = new Set(['architecture']);

/**
 * Returns the target of a link in a chapter. A link to a section (`#restore`) or to another chapter
 * (`agents.md#approve-pcs`) leads to its page. A link to a file of the source tree has no target and is shown
 * as text.
 */
export function helpTargetOf(chapter: string, address: string): string | undefined {
  if (address.startsWith('#')) return `/help/${chapter}${address}`;
  const [, name, anchor = ''] = /^([a-z-]+)\.md(#\S+)?$/.exec(address) ?? [];
  if (name === undefined) return linkTargetOf(address);
  return NOT_IN_MANUAL.has(name) ? undefined : `/help/${name}${anchor}`;
}
