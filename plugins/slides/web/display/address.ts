/** The page of a role, as a screen opens it that goes on asking for its role. */
export const slideAddressOf = (path: string): string => `${path}?by=role`;
