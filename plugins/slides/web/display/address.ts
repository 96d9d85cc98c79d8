/** Returns the address that shows a page by role. The screen then continues to poll for its role. */
export const slideAddressOf = (path: string): string => `${path}?by=role`;
