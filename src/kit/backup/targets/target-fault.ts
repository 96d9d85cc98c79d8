/** What is wrong with a target, or kept a copy from it; the message is fit to be shown. */
export class TargetFault extends Error {}
