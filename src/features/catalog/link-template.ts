import { z } from 'zod';

/**
 * URL schemes with which browsers run scripts, read the local machine or start programs of the operating
 * system.
 */
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

/**
 * Reports whether a browser may follow the link. Its scheme must not run a script or read a local file. A
 * link without a scheme is safe. Blanks and control characters do not hide a scheme.
 */
export function isSafeLink(link: string): boolean {
  // Browsers ignore blanks and control characters in a scheme.
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(link.replace(/[\p{Cc}\s]/gu, ''))?.[1]?.toLowerCase();
  return scheme === undefined || !REFUSED.has(scheme);
}

/** A link template such as `vnc://{host}:{port}`, which must be safe by `isSafeLink`. */
export const linkTemplate = z
  .string()
  .trim()
  .max(1024)
  .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')
  .refine(
    isSafeLink,
    'Use a link to another computer, such as vnc:// or https://. Links to files and scripts are not allowed.',
  );
