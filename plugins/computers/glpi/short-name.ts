import { isIP } from 'node:net';

/** A host name without its domain; an address is no name with a domain, and stays whole. */
export const shortName = (name: string): string => (isIP(name) ? name : name.split('.')[0] || name);
