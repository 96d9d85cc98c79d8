/** Returns the message of a thrown value. */
export const errorMessageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);
