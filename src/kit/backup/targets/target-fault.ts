import { reasonOf } from '../../reason.ts';

const MAX_REASON = 500;

/** What is wrong with a target, or kept a copy from it; the message is fit to be shown. */
export class TargetFault extends Error {}

/** Returns the reason as one line of limited length: a server may have written it. */
export const shownReason = (cause: unknown): string =>
  reasonOf(cause)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_REASON);
