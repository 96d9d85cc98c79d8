import { getTableName } from 'drizzle-orm';
import { renameColumns } from '../../kit/data/journal.ts';
import type { Reader, Row } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import {
  type ChangedField,
  type ChangedRecord,
  findRowTitle,
  findShownField,
  toChangedField,
} from './changed-fields.ts';
import { type EntityRef, readEntityNames } from './entity-names.ts';

/** The values before and after a change, by field. */
type FieldChanges = Record<string, [unknown, unknown]>;

/**
 * Returns the record of an audit row from the values that the row itself contains; none without such values.
 * The row stays after the undo period, and some changes have nothing else because they cannot be undone.
 */
export function readStoredChanges(
  host: Host,
  reader: Reader,
  row: EntityRef & { details: string },
): ChangedRecord[] {
  const { changes = {} } = JSON.parse(row.details) as { changes?: FieldChanges };
  const table = tableOfEntity(host, row);
  const fields = Object.entries(renameColumns(table ?? '', changes));
  if (fields.length === 0) return [];
  const { name, href } = readEntityNames(host, reader, [row])(row);
  return [
    {
      action: actionOf(row.action),
      title: (table && findRowTitle(host, table)) ?? row.entitytype,
      name,
      href,
      fields: fields.flatMap(([field, [before, after]]) =>
        toFields(host, reader, { table, name: field, before, after }),
      ),
    },
  ];
}

/** Returns the table of the entity of an audit row; undefined for any other entity. */
function tableOfEntity(
  { registers, contributions }: Host,
  { action, entitytype }: EntityRef,
): string | undefined {
  const register = registers.findByAudit(action, entitytype) ?? registers.findByNoun(entitytype);
  const entity = contributions.auditEntities.get(entitytype);
  return register?.table ?? (entity && getTableName(entity.id.table));
}

function actionOf(action: string): ChangedRecord['action'] {
  const verb = action.split('.').at(-1);
  return verb === 'created' || verb === 'deleted' ? verb : 'updated';
}

/**
 * Returns the field of a change with its values. A field of another table has the name `table.column`. Fields
 * that are not shown are left out, if the table is known.
 */
function toFields(
  host: Host,
  reader: Reader,
  {
    table,
    name,
    before,
    after,
  }: { table: string | undefined; name: string; before: unknown; after: unknown },
): ChangedField[] {
  const [column, owner = table] = name.split('.').toReversed();
  const field = owner === undefined ? { title: name } : findShownField(host, owner, column!);
  if (!field) return [];
  const rows = [before, after].map((value): Row => ({ [name]: value as Row[string] }));
  return [toChangedField(host, reader, { name, field, before: rows[0]!, after: rows[1]! })];
}
