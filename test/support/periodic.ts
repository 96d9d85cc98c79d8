/**
 * Reports whether the server runs the statement at most once a second, in whichever request comes first.
 * These statements detect writes of other processes and advance the signed end of the audit log.
 */
export const isPeriodic = (sql: string): boolean =>
  sql === 'PRAGMA data_version' || sql.includes('max("auditlogs"');
