/** An error with a message for the user at the console, after which a command exits with code 2. */
export class UsageError extends Error {}
