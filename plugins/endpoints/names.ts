import { cutText } from '../../src/kit/clean-text.ts';

const CANONICAL = /^[a-z0-9-]{1,63}$/;

/**
 * Returns the host name without its domain, in lower case. Returns undefined unless it consists of 1 to 63
 * ASCII letters, digits and hyphens.
 */
export function canonicalizeHostname(text: string): string | undefined {
  const short = text.replace(/\.$/, '').split('.')[0]!.toLowerCase();
  return CANONICAL.test(short) ? short : undefined;
}

/**
 * Returns untrusted text as one visible line of at most 255 characters. It is empty when nothing is visible.
 */
export const toReadableLine = (text: string): string => cutText(text, 255) ?? '';
