/** The page of a role, as a screen opens it that goes on asking for its role. */
export const addressOf = (path: string): string => `${path}?by=role`;
