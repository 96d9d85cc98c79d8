import { isIP } from 'node:net';

/** A host name without its domain; an address is no name with a domain, and stays whole. */
export const shortName = (name: string): string => (isIP(name) ? name : name.split('.')[0] || name);

/** Returns a host name without the dot at its end, which marks a name as complete. */
export const fullName = (name: string): string => name.replace(/\.+$/, '') || name;

/** Reports whether a host name has a domain behind its first part. */
export const hasDomain = (name: string): boolean => shortName(name) !== fullName(name);
