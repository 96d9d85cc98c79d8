import { z } from 'zod';

/** Browsers run what follows these instead of opening it. */
const SCRIPTS = new Set(['javascript', 'data', 'vbscript', 'blob', 'filesystem', 'view-source']);

/** Such as vnc://{host}:{port}: a link to somewhere, and no script. */
export const linkTemplate = z
  .string()
  .trim()
  .max(1024)
  .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')
  .refine((value) => {
    const scheme = /^([a-z][a-z\d+.-]*):/i.exec(value)?.[1]?.toLowerCase();
    return scheme === undefined || !SCRIPTS.has(scheme);
  }, 'Use a link that opens something, such as vnc:// or https://, and runs no script.');
