import { cutText } from '../../src/kit/clean-text.ts';

const CANONICAL = /^[a-z0-9-]{1,63}$/;

/** The short name in lower case; undefined for what is no host name of ASCII letters, digits and hyphens. */
export function canonicalizeHostname(given: string): string | undefined {
  const short = given.replace(/\.$/, '').split('.')[0]!.toLowerCase();
  return CANONICAL.test(short) ? short : undefined;
}

/** What somebody sent, as one line for people to read. */
export const toReadableLine = (given: string): string => cutText(given, 255) ?? '';
