import { foldName } from '../../kit/fold-name.ts';
import type { AddedImportColumn, AddedImportValues, ImportColumnSource } from '../../kit/import-columns.ts';
import { addedKeyOf } from '../../kit/resource/added-fields.ts';
import type { Field } from '../../kit/resource/fields.ts';
import { CUSTOM_FIELD_PREFIX } from '../../kit/resource/filter-operators.ts';
import { isOfType } from './list-fields.ts';
import { type FieldWithType, fieldsWithType } from './queries.ts';
import { optionsOf } from './rules.ts';
import { decodeValue, fieldsOf, KINDS, writeValues } from './values.ts';

/** Imports of assets set custom fields by columns such as `cf_costcenter`, by their names or their labels. */
export const customImportColumns: ImportColumnSource = {
  needs: 'assets.edit',
  listColumns: (reader, assettype) => {
    const fields = fieldsWithType.all(reader).filter(isOfType(assettype));
    return [...Map.groupBy(fields, ({ fieldname }) => foldName(fieldname)).values()].map(createColumn);
  },
  readValues: (reader, assetid, names) => {
    const fields = fieldsOf(reader, assetid).map((field) => [foldName(field.fieldname), field] as const);
    const byName = new Map(fields);
    return mapValues(names, (name) => {
      const field = byName.get(foldName(addedKeyOf(name)!));
      return field && decodeValue(field.fieldtype, field.value);
    });
  },
  writeValues(tx, assetid, values) {
    const names = Object.keys(values);
    const byKey = Object.fromEntries(names.map((name) => [addedKeyOf(name)!, values[name]]));
    const changes = writeValues(tx, assetid, byKey, CUSTOM_FIELD_PREFIX).map(
      ([name, [before, after]]): [string, [unknown, unknown]] => [columnOf(names, name), [before, after]],
    );
    return { changes: Object.fromEntries(changes) };
  },
};

/** Returns the column of a changed field, `custom.<field name>` in the history. */
function columnOf(columns: readonly string[], changed: string): string {
  const name = `${CUSTOM_FIELD_PREFIX}${changed.slice('custom.'.length)}`;
  return columns.find((column) => foldName(column) === foldName(name)) ?? name;
}

const mapValues = (names: readonly string[], read: (name: string) => unknown): AddedImportValues =>
  Object.fromEntries(names.map((name) => [name, read(name)]));

/** Creates the column of fields with one name. Fields of different types are read by the type of the asset. */
function createColumn(fields: readonly FieldWithType[]): AddedImportColumn {
  const { fieldname, label } = fields[0]!;
  const kinds = new Set(fields.map(({ fieldtype }) => KINDS[fieldtype]));
  const typed = fields.map(
    (one) => [one.assettypeid ?? 0, createField([one], KINDS[one.fieldtype])] as const,
  );
  return {
    name: `${CUSTOM_FIELD_PREFIX}${fieldname}`,
    field: createField(fields, kinds.size === 1 ? [...kinds][0]! : 'longtext'),
    ...(kinds.size > 1 && { fieldsByType: new Map(typed) }),
    headers: [label, fieldname],
  };
}

function createField(fields: readonly FieldWithType[], kind: Field['kind']): Field {
  const options = fields.flatMap((field) => optionsOf(field) ?? []);
  return {
    place: 'column',
    writable: 'always',
    title: fields[0]!.label,
    kind,
    options: Object.fromEntries(options.map((option) => [option, option])),
  };
}
