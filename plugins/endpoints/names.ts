import { cutText } from '../../src/kit/clean-text.ts';

const CANONICAL = /^[a-z0-9-]{1,63}$/;

/**
 * Returns the short name in lower case, or undefined if it is no host name of ASCII letters, digits and
 * hyphens.
 */
export function canonicalizeHostname(text: string): string | undefined {
  const short = text.replace(/\.$/, '').split('.')[0]!.toLowerCase();
  return CANONICAL.test(short) ? short : undefined;
}

/** Returns untrusted text as one readable line. */
export const toReadableLine = (text: string): string => cutText(text, 255) ?? '';
