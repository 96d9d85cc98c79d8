/** What went wrong, in the words of whatever was thrown. */
export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
