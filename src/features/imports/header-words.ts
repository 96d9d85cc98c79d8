import { boolean, type Field } from '../../kit/resource/fields.ts';
import { isActivatable } from '../../kit/resource/register.ts';
import { allFieldsOf, type Registers } from '../../kit/resource/registers.ts';
import type { AddedColumn } from './added-columns.ts';
import type { ImportTarget } from './target.ts';

/** A column of the file and the field to which it belongs. */
export interface ImportColumn {
  index: number;
  header: string;
  name: string;
  field: Field;
  /** For a reference: set when the cells contain the name of the record; otherwise they contain its ID. */
  byname: boolean;
  /** Rank among several columns for one field. The lowest one comes first. */
  rank: number;
  /** Used only in rows in which no other column has a value for the field. */
  isFallback?: boolean;
  /** Removes from a cell what the product that exported the file adds to the value. */
  readText?(cell: string): string;
  /** Returns the name in a cell that contains a note after it. Used when no record has the whole text. */
  findName?(cell: string): string | undefined;
  /** Set for a column that a feature adds to the fields of the register. */
  added?: AddedColumn;
}

/** The field to which a header belongs. */
export type ColumnTarget = Omit<ImportColumn, 'index' | 'header'>;

/**
 * Words of Snipe-IT, spreadsheets and earlier versions for fields of this product. Of two for one field, the
 * better one is first.
 */
const ALIASES: [alias: string, word: string, isFallback?: boolean][] = [
  ['assettag', 'assetnumber'],
  ['serial', 'serialnumber'],
  ['modelno', 'modelnumber'],
  ['modelname', 'modelnumber', true],
  ['manufacturer', 'vendor'],
  ['make', 'vendor'],
  ['brand', 'vendor'],
  ['room', 'location'],
  ['department', 'businessunit'],
  ['purchased', 'purchasedate'],
  ['cost', 'purchasecost'],
  ['price', 'purchasecost'],
  ['itemname', 'name'],
  ['assetname', 'name'],
  ['category', 'assettype'],
  ['active', 'isactive'],
  ['alertonpcs', 'alertfleet'],
  ['relationship', 'relationshiptype'],
  ['personsso', 'employeesso'],
  ['maplevel', 'level'],
  ['shows', 'displayrole'],
  ['kind', 'fieldtype'],
  ['colour', 'color'],
  ['printsincolour', 'iscolor'],
  ['csf', 'iscsf'],
  ['liesat', 'location'],
  ['forthemodel', 'modelnumber'],
  ['calibrateevery', 'calibrationintervaldays'],
  ['lowat', 'lowstockthreshold'],
  ['whereitlies', 'storagelocation'],
  ['by', 'performedby'],
  ['nextoneafter', 'intervaldays'],
  ['ondisplaysinthehalls', 'isshopfloor'],
  ['forthepersonsso', 'employeesso'],
  ['asanalertonpcs', 'alertfleet'],
  ['whatitdoes', 'description'],
  ['errors', 'errormode'],
  ['keepwhatitprints', 'captureoutput'],
  ['runsas', 'usercontext'],
  ['endsafter', 'timeoutseconds'],
  ['checksinevery', 'pollseconds'],
  ['foreverypc', 'iscommon'],
  ['endoflifedate', 'eoldate'],
];

/** Removes letter case, spaces and punctuation, which are irrelevant in headers. */
export const normalizeHeader = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the key of a name with its punctuation. Plain words contain no blanks, so the two never meet. */
const exactKeyOf = (name: string): string => ` ${name.trim().toLowerCase()}`;

/** Returns the field that a header or a mapping names. */
export const findWord = (words: ReadonlyMap<string, ColumnTarget>, text: string): ColumnTarget | undefined =>
  words.get(exactKeyOf(text)) ?? words.get(normalizeHeader(text));

/** Returns the position of a header: of the exact spelling, else of the same word. */
export function findHeaderIndex(headers: readonly string[], header: string): number | undefined {
  const exact = headers.indexOf(header.trim());
  const index = exact < 0 ? headers.map(normalizeHeader).indexOf(normalizeHeader(header)) : exact;
  return index < 0 ? undefined : index;
}

/** Returns all words that name a field of the target. */
export function wordsOf(
  registers: Registers,
  { register, fixed, added }: ImportTarget,
): Map<string, ColumnTarget> {
  const words = new Map<string, ColumnTarget>();
  const add = (text: string, word: ColumnTarget) => {
    if (!words.has(normalizeHeader(text))) words.set(normalizeHeader(text), word);
  };
  const fields = Object.entries(allFieldsOf(registers, register)).filter(
    ([name, field]) => field.writable !== 'never' && field.kind !== 'json' && !(name in fixed),
  );
  for (const [name, field] of fields)
    if (field.ref) add(registers.displayKey(name, field), { name, field, byname: true, rank: 0 });
  for (const [name, field] of fields) add(name, { name, field, byname: false, rank: 1 });
  for (const [name, field] of fields) add(field.title, { name, field, byname: true, rank: 2 });
  if (isActivatable(register) && !register.asset)
    add('isactive', { name: 'isactive', field: boolean({ title: 'Active' }), byname: false, rank: 1 });
  for (const [index, [alias, word, isFallback]] of ALIASES.entries()) {
    const entry = words.get(word);
    if (entry) add(alias, { ...entry, rank: 3 + index, ...(isFallback && { isFallback }) });
  }
  for (const column of added) {
    const { name, field, headers = [] } = column;
    const word: ColumnTarget = { name, field, byname: false, rank: 1, added: column };
    // Names that differ in punctuation only are two columns, so the exact spelling comes first.
    if (!words.has(exactKeyOf(name))) words.set(exactKeyOf(name), word);
    for (const text of [name, ...headers, field.title]) add(text, word);
  }
  return words;
}
