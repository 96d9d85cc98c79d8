/** An error with a one-sentence message for the user at the console. */
export class UsageError extends Error {}
