import { endOf, normalizeText } from '../../src/kit/clean-text.ts';

const MAX_STEM_LENGTH = 150;

/**
 * Returns the stem and the extension of a name. The stem keeps only characters without a special meaning in
 * URLs or paths.
 */
function partsOf(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  const stem = normalizeText(name.slice(0, dot))
    .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/ {2,}/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return { stem: endOf(stem, MAX_STEM_LENGTH) || 'slide', extension: name.slice(dot).toLowerCase() };
}

/**
 * Returns an unused name for an upload: `stem.png`, else `stem_1.png` and so on. The stem keeps only safe
 * characters, and the extension is in lower case.
 */
export function findFreeName(original: string, isTaken: (name: string) => boolean): string {
  const { stem, extension } = partsOf(original);
  for (let n = 0; ; n++) {
    const name = n === 0 ? `${stem}${extension}` : `${stem}_${n}${extension}`;
    if (!isTaken(name)) return name;
  }
}
