/** Returns the ID of the element of a part of a tab, to which the URL can scroll. */
export const partId = (name: string): string => `part-${name}`;
