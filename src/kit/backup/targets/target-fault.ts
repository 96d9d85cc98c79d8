import { reasonOf } from '../../reason.ts';

const MAX_REASON = 500;

/** An error of a target or a copy, with a message for users. */
export class TargetFault extends Error {}

/** Returns the reason as one line of limited length: a server may have written it. */
export const describeFault = (cause: unknown): string =>
  reasonOf(cause)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_REASON);
