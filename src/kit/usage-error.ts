/** An Error with a sentence for the person at the console. */
export class UsageError extends Error {}
