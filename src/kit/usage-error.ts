/** An error with a message for the user at the console. */
export class UsageError extends Error {}
