import type { WordHit } from './find-hits.ts';

interface Exception {
  path: string;
  /** The name, or the beginning of the text. */
  text: string;
  reason: string;
}

/** Places that stay as they are, each with its reason. */
const EXCEPTIONS: readonly Exception[] = [];

/** Reports whether a hit is on the list of exceptions. */
export const isJustified = (hit: Pick<WordHit, 'path' | 'text'>): boolean =>
  EXCEPTIONS.some(({ path, text }) => path === hit.path && hit.text.startsWith(text));
