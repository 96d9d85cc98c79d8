import type { Reader } from '../data/reader.ts';
import type { SqlCondition } from '../data/sql-condition.ts';
import type { FieldDescriptor, FieldKind, RegisterDescriptor } from './descriptor.ts';
import type { CurrentTime, ListFilter } from './filters.ts';

/** A column that a plugin adds to the list of another plugin. It is served when a query requests it. */
export interface ExtensionField {
  title: string;
  kind: FieldKind;
  /** The name under which a plugin's `PluginWeb.fields` supplies the display. */
  drawn?: string;
  /** The table with the value, which has a column `assetid` and a column with the name of the field. */
  sortedIn?: string;
  /** Returns the SQL of the value of a row, for sorts without an index. */
  order?(now: CurrentTime): SqlCondition;
}

/** The columns and filters that a plugin adds to the list of another plugin's assets. */
export interface RegisterExtension {
  /** Names the extension for the parts of the UI that belong to it. */
  name: string;
  register: string;
  /** The permission for all of it. Other callers get neither columns nor filters. */
  needs: string;
  fields: Readonly<Record<string, ExtensionField>>;
  filters: Readonly<Record<string, ListFilter>>;
  /** A column that the list shows by default, and the column that it follows. */
  defaultColumn?: { name: string; after: string };
  /** Returns the values of these assets by the ID of the asset. */
  read(reader: Reader, assetids: readonly number[]): ReadonlyMap<number, Readonly<Record<string, unknown>>>;
}

/** Adds the columns of extensions to the description of a list, as far as the actor may use them. */
export function describeExtensions(
  descriptor: RegisterDescriptor,
  extensions: readonly RegisterExtension[],
): RegisterDescriptor {
  if (extensions.length === 0) return descriptor;
  const fields = extensions.flatMap((extension) => Object.entries(extension.fields));
  const columns = [...(descriptor.defaultcolumns ?? [])];
  for (const { defaultColumn } of extensions)
    if (defaultColumn) columns.splice(columns.indexOf(defaultColumn.after) + 1, 0, defaultColumn.name);
  return {
    ...descriptor,
    extensions: extensions.map(({ name }) => name),
    defaultcolumns: descriptor.defaultcolumns && columns,
    sorts: [...descriptor.sorts, ...fields.flatMap(([name, field]) => (isSortable(field) ? [name] : []))],
    fields: [...descriptor.fields, ...fields.map(([name, field]) => describeField(name, field))],
  };
}

const isSortable = ({ sortedIn, order }: ExtensionField): boolean =>
  sortedIn !== undefined || order !== undefined;

const describeField = (name: string, field: ExtensionField): FieldDescriptor => ({
  name,
  title: field.title,
  kind: field.kind,
  drawn: field.drawn,
  required: false,
  readonly: true,
  createonly: false,
  elsewhere: true,
  requested: true,
  list: 'hidden',
  section: 'Agent',
  sortable: isSortable(field),
  filterable: false,
});
