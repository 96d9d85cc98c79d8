/**
 * Reports whether the server reads the statement at most once a second, for whichever request comes first: to notice
 * writes of other processes, and to move the signed end of the audit log on.
 */
export const isPeriodic = (sql: string): boolean =>
  sql === 'PRAGMA data_version' || sql.includes('max("auditlogs"');
