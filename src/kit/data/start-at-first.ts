/** Returns a FROM clause with which SQLite reads its first table first, and not the one that it would choose. */
export const startAtFirst = (from: string): string =>
  from.includes(' CROSS JOIN ') ? from : from.replace(' JOIN ', ' CROSS JOIN ');
