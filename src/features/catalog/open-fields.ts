import type { Host } from '../../kit/host.ts';
import type { ColumnField, Field } from '../../kit/resource/fields.ts';
import type { Register } from '../../kit/resource/register.ts';

/** Returns the fields in the row of a record that every reader of the history may see. */
export const listOpenFields = (host: Host, { table, fields }: Register): [string, ColumnField][] =>
  Object.entries(fields).filter((entry): entry is [string, ColumnField] => isOpen(host, table, entry));

const isOpen = ({ secretColumns }: Host, table: string, [name, field]: [string, Field]): boolean =>
  field.place === 'column' &&
  !field.signedIn &&
  !field.shownTo &&
  field.kind !== 'secret' &&
  !secretColumns.isSecret(table, name);
