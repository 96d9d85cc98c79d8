/** Maximum number of positions that one request sets or verifies. */
export const MAX_POSITIONS = 20_000;
