import { z } from 'zod';

/** Browsers run what follows these, read this very machine by them, or start programs of the system with them. */
const REFUSED = new Set([
  'about',
  'blob',
  'chrome',
  'chrome-extension',
  'data',
  'edge',
  'file',
  'filesystem',
  'jar',
  'javascript',
  'moz-extension',
  'ms-msdt',
  'resource',
  'search-ms',
  'vbscript',
  'view-source',
]);

/** Whether a browser may follow the link: to another machine, not to a script or a file of its own. */
export function isSafeLink(link: string): boolean {
  const scheme = /^\s*([a-z][a-z\d+.-]*):/i.exec(link)?.[1]?.toLowerCase();
  return scheme === undefined || !REFUSED.has(scheme);
}

/** Such as vnc://{host}:{port}: a link to somewhere, and no script. */
export const linkTemplate = z
  .string()
  .trim()
  .max(1024)
  .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')
  .refine(isSafeLink, 'Use a link to another machine, such as vnc:// or https://, and no file or script.');
