/**
 * SQL for the name of whoever made a record, as the log has it: the first row about a record tells of its making.
 * `id` is the column of its id. NULL where the log has none.
 */
export const buildCreatorSql = (entitytype: string, id: string, action: string): string =>
  `(SELECT l.username FROM auditlogs l WHERE l.entitytype = '${entitytype}' AND l.entityid = CAST(${id} AS TEXT)
    AND l.action = '${action}' ORDER BY l.auditlogid LIMIT 1)`;
