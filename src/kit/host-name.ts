import { isIP } from 'node:net';
import { cleanText } from './clean-text.ts';

/** Returns a host name without its domain. An IP address is no name with a domain and stays whole. */
export const shortName = (name: string): string => (isIP(name) ? name : name.split('.')[0] || name);

/** Returns a host name without the dot at its end, which marks a name as complete. */
export const fullName = (name: string): string => name.replace(/\.+$/, '') || name;

/** Reports whether a host name has a domain behind its first part. */
export const hasDomain = (name: string): boolean => shortName(name) !== fullName(name);

/**
 * Returns a host name as it is stored and looked up: visible characters only, without blanks around it or a dot at its
 * end. Letter case stays, because lookups ignore it.
 */
export const cleanHostName = (text: string): string => fullName(cleanText(text) ?? '');
