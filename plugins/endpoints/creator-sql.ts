/**
 * Returns an SQL expression for the name of the user who created a record: that of the first audit row of the
 * record with this action. `id` is the column of the record's ID. The result is NULL when the log has no such
 * row. The arguments must be constants, because they become part of the SQL.
 */
export const buildCreatorSql = (entitytype: string, id: string, action: string): string =>
  `(SELECT l.username FROM auditlogs l WHERE l.entitytype = '${entitytype}' AND l.entityid = CAST(${id} AS TEXT)
    AND l.action = '${action}' ORDER BY l.auditlogid LIMIT 1)`;
