/** Returns the message for a data directory that has no database, or that this user may not read. */
export const describeMissingDatabase = (data: string): string =>
  `There is no database in ${data}, or you may not read this folder. Specify the data directory with --data, or run the command as an administrator.`;
