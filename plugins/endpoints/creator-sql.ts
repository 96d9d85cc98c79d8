/**
 * Returns an SQL expression for the name of the user who created a record, from the audit log. The first row
 * with the action records the creation. `id` is the column of the record's ID. The result is NULL when the
 * log has no such row.
 */
export const buildCreatorSql = (entitytype: string, id: string, action: string): string =>
  `(SELECT l.username FROM auditlogs l WHERE l.entitytype = '${entitytype}' AND l.entityid = CAST(${id} AS TEXT)
    AND l.action = '${action}' ORDER BY l.auditlogid LIMIT 1)`;
