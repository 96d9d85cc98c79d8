import type { Reader } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { invalid, invalidFields } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { addedKeyOf } from '../../kit/resource/added-fields.ts';
import type { Field } from '../../kit/resource/fields.ts';
import type { Register } from '../../kit/resource/register.ts';
import type { Resource } from '../../kit/resource/resource.ts';
import { assetRegister } from './asset-register.ts';
import { listBulkTypeFields, parseTypeChanges } from './bulk-type-fields.ts';

/** Maximum number of characters of old and new texts that the history stores for one edit. */
const MAX_STORED = 16_000_000;

/** Texts to add to the present texts of fields, by field. */
export type AppendedTexts = Readonly<Record<string, string>>;

/** The changed texts of one asset by the place of their fields. */
interface AppendedFields {
  own: Record<string, string>;
  typed: Record<string, string>;
  /** Custom fields by key. */
  custom: Record<string, string>;
}

interface EditedAssets {
  host: Host;
  /** The resource of the register of all assets. */
  resource: Resource;
  register: Register | undefined;
}

/** A text field that an edit adds to. */
interface TextField {
  place: keyof AppendedFields;
  /** The key of a custom field, else the name. */
  key: string;
  /** The SQL of the present text, and where it is; a condition on the asset follows. */
  column: string;
  from: string;
  /** Stands between the present text and the new one. */
  separator: string;
  text: string;
}

/**
 * Returns the function that returns the changed texts of an asset. Throws 400 for any other field
 * than a text field of these assets, and for a text that becomes too long.
 */
export function createAppender(
  edited: EditedAssets,
  append: AppendedTexts,
  ids: readonly number[],
): (tx: Tx, assetid: number) => AppendedFields {
  const { host, resource, register } = edited;
  const fields = host.db.read((reader) =>
    Object.entries(append).map(([name, text]) => ({ text, ...findTextField(edited, reader, name) })),
  );
  refuseTooMuch(host, fields, ids);
  return (tx, assetid) => {
    const changed: AppendedFields = { own: {}, typed: {}, custom: {} };
    for (const { place, key, column, from, separator, text } of fields) {
      const present = tx.value<string | null>(`SELECT ${column} ${from} assetid = ?`, assetid);
      changed[place][key] = present ? present + separator + text : text;
    }
    return {
      ...changed,
      own: parseOwnTexts(resource, changed.own),
      typed: parseTypeChanges(host, register, changed.typed, 'append.') as Record<string, string>,
    };
  };
}

/** Throws 400 when the present and the new texts together are too much for the history, which stores both. */
function refuseTooMuch(host: Host, fields: readonly TextField[], ids: readonly number[]): void {
  const all = JSON.stringify(ids);
  const lengths = host.db.read((reader) =>
    fields.map(({ column, from }) => {
      const sql = `SELECT sum(length(${column})) ${from} assetid IN (SELECT value FROM json_each(?))`;
      return reader.value<number | null>(sql, all) ?? 0;
    }),
  );
  const stored = lengths.reduce((sum, length) => sum + 2 * length, 0);
  if (stored > MAX_STORED)
    throw invalid(
      'append',
      'The present texts of these assets are too long to be changed at once. Change fewer assets.',
    );
}

function findTextField(
  { host, resource, register }: EditedAssets,
  reader: Reader,
  name: string,
): Omit<TextField, 'text'> {
  const key = addedKeyOf(name);
  if (key !== undefined) {
    const added = host.registers.addedFields?.find(reader, key, register?.asset?.type);
    if (added?.kind !== 'text') throw notText(name);
    const from = `FROM ${added.table} WHERE ${added.isOwn} AND`;
    return { place: 'custom', key, column: 'value', from, separator: ' ' };
  }
  const isOwn = isOwnField(resource, name);
  const field = isOwn ? assetRegister.fields[name] : register && listBulkTypeFields(register).get(name);
  if (!field || !isText(field)) throw notText(name);
  const { table } = isOwn ? assetRegister : register!;
  return {
    place: isOwn ? 'own' : 'typed',
    key: name,
    column: name,
    from: `FROM ${table} WHERE`,
    separator: field.kind === 'longtext' ? '\n' : ' ',
  };
}

/** Fields whose texts differ between assets, so that a bulk edit does not add to them. */
const SINGULAR = new Set(['assetnumber', 'serialnumber']);

const isOwnField = (resource: Resource, name: string): boolean =>
  Object.hasOwn(resource.schemas.update.unwrap().shape, name) && !SINGULAR.has(name);

const isText = (field: Field): boolean =>
  field.place === 'column' && (field.kind === 'text' || field.kind === 'longtext');

const notText = (name: string) =>
  invalid(`append.${name}`, 'You can add only to text fields of these assets.');

/** Returns the texts. Throws 400 that names each one that became too long. */
function parseOwnTexts(resource: Resource, texts: Record<string, string>): Record<string, string> {
  const { shape } = resource.schemas.update.unwrap();
  const issues = Object.entries(texts).flatMap(([name, text]) => {
    const { error } = shape[name]!.safeParse(text);
    return error
      ? error.issues.map(({ message }: { message: string }) => ({ path: `append.${name}`, message }))
      : [];
  });
  if (issues.length > 0) throw invalidFields(issues);
  return texts;
}
