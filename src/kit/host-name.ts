import { isIP } from 'node:net';
import { cleanText } from './clean-text.ts';

/** Returns a host name without its domain. An IP address has no domain and stays whole. */
export const shortHostName = (name: string): string => (isIP(name) ? name : name.split('.')[0] || name);

/**
 * Returns a host name without dots at its end. One dot there marks a name as complete.
 */
export const dropTrailingDot = (name: string): string => name.replace(/\.+$/, '');

/** Reports whether a host name has a domain after its first part. */
export const hasDomain = (name: string): boolean => shortHostName(name) !== dropTrailingDot(name);

/** Parameters of a statement that finds records by a host name. */
export type HostNameForms = {
  /** JSON array of the name and the name without its domain. */
  names: string;
  /**
   * A name without a domain also matches names between `from` and `to`: those with any domain. Both are empty
   * for a name with a domain.
   */
  from: string;
  to: string;
};

/**
 * Returns the forms of a host name for `isHostNamed`: a name without a domain also matches with any domain.
 */
export function listHostNameForms(name: string): HostNameForms {
  const short = shortHostName(name);
  const isShort = name === short;
  return {
    names: JSON.stringify([...new Set([name, short])]),
    from: isShort ? `${name}.` : '',
    to: isShort ? `${name}/` : '',
  };
}

/**
 * Returns a host name as it is stored and looked up: visible characters only, without blanks around it or a
 * dot at its end. Letter case stays, because lookups ignore it. Returns an empty text when no visible
 * character remains.
 */
export const cleanHostName = (text: string): string => dropTrailingDot(cleanText(text) ?? '');
