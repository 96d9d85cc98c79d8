import { invalid } from '../../kit/errors.ts';
import { boolean, type Field } from '../../kit/resource/fields.ts';
import { isActivatable } from '../../kit/resource/register.ts';
import { allFieldsOf, type Registers } from '../../kit/resource/registers.ts';
import type { CountColumns } from './csv-layout.ts';
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
}

/** The column with the ID of the record itself, as in exports. */
export interface IdColumn {
  index: number;
  header: string;
}

/** The columns of a file that the target uses. */
export interface SheetColumns {
  fields: ImportColumn[];
  id: IdColumn | undefined;
}

type ColumnTarget = Omit<ImportColumn, 'index' | 'header'>;

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
];

/** Removes letter case, spaces and punctuation, which are irrelevant in headers. */
export const normalizeHeader = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns all words that name a field of the target. */
function wordsOf(registers: Registers, { register, fixed }: ImportTarget): Map<string, ColumnTarget> {
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
  return words;
}

/**
 * Finds the columns that the target uses, by the mapping of the request or by their names. Throws 400 when
 * there is none, two have the same name, or the mapping is invalid.
 */
export function findColumns(
  registers: Registers,
  target: ImportTarget,
  headers: string[],
  mapping: Record<string, string | null> | undefined,
): SheetColumns {
  const words = wordsOf(registers, target);
  const own = target.register.id;
  const id = mapping ? mapIdColumn(headers, mapping, own) : findIdColumn(headers, own);
  const fields = mapping ? mapColumns(words, headers, mapping, own) : matchColumns(words, headers, id);
  if (fields.length === 0)
    throw invalid('mapping', `No column matches a field. The fields are ${fieldTitles(words)}.`);
  // References that depend on other fields are looked up last, such as a model number that is unique within
  // its vendor.
  const orderOf = ({ field }: ImportColumn) =>
    Number(field.ref !== undefined && isNarrowed(registers, field.ref.register));
  fields.sort((a, b) => orderOf(a) - orderOf(b) || a.rank - b.rank || a.index - b.index);
  return { fields, id };
}

/**
 * Returns a function that counts the distinct cells of a record that are headers. These are the ID column of
 * the register and the headers of the mapping, or without one the names of fields.
 */
export function createColumnCounter(
  registers: Registers,
  target: ImportTarget,
  mapping: Record<string, string | null> | undefined,
): CountColumns {
  const words = new Set(
    mapping ? Object.keys(mapping).map(normalizeHeader) : wordsOf(registers, target).keys(),
  );
  words.delete('');
  const own = target.register.id;
  return (cells) =>
    new Set(cells.map(normalizeHeader).filter((word) => words.has(word) || word === own)).size;
}

/**
 * Reports whether a word is the ID column of the register. "Asset ID" is not, because users write their own
 * numbers there.
 */
const isOwnId = (word: string, own: string): boolean => word.trim().toLowerCase() === own;

function findIdColumn(headers: string[], own: string): IdColumn | undefined {
  const index = headers.findIndex((header) => isOwnId(header, own));
  return index < 0 ? undefined : { index, header: headers[index]! };
}

function mapIdColumn(
  headers: string[],
  mapping: Record<string, string | null>,
  own: string,
): IdColumn | undefined {
  const header = Object.keys(mapping).find((one) => isOwnId(mapping[one] ?? '', own));
  return header === undefined ? undefined : { index: indexOf(indexesOf(headers), header), header };
}

const isNarrowed = (registers: Registers, name: string) => registers.get(name).uniqueTogether !== undefined;

function matchColumns(
  words: Map<string, ColumnTarget>,
  headers: string[],
  id: IdColumn | undefined,
): ImportColumn[] {
  const columns = headers.flatMap((header, index) => {
    const word = index === id?.index ? undefined : words.get(normalizeHeader(header));
    return word ? [{ index, header, ...word }] : [];
  });
  const seen = new Set<string>();
  for (const { header } of columns) {
    if (seen.has(normalizeHeader(header)))
      throw invalid('file', `Two columns have the name "${header}". Remove one of them.`);
    seen.add(normalizeHeader(header));
  }
  return columns;
}

function mapColumns(
  words: Map<string, ColumnTarget>,
  headers: string[],
  mapping: Record<string, string | null>,
  id: string,
): ImportColumn[] {
  const columns: ImportColumn[] = [];
  const indexes = indexesOf(headers);
  for (const [header, wanted] of Object.entries(mapping)) {
    const index = indexOf(indexes, header);
    if (wanted === null || wanted.trim() === '' || isOwnId(wanted, id)) continue;
    const target = words.get(normalizeHeader(wanted));
    if (!target)
      throw invalid(
        `mapping.${header}`,
        `There is no field "${wanted}". The fields are ${fieldTitles(words)}.`,
      );
    // When header and mapping refer to the same field, the header is more specific: it determines whether the
    // cells are names or IDs.
    const own = words.get(normalizeHeader(header));
    const isOwn = own?.name === target.name;
    const twin = columns.find((column) => column.name === target.name);
    if (twin && !(isOwn && words.get(normalizeHeader(twin.header))?.name === target.name))
      throw invalid(`mapping.${header}`, `${twin.header} is already mapped to ${target.field.title}.`);
    columns.push({ index, header, ...(isOwn ? own : target) });
  }
  return columns;
}

/**
 * Returns the positions of each header, by its spelling and by its plain word. A duplicate header is an error
 * only when the mapping names it.
 */
function indexesOf(headers: string[]): { exact: Map<string, number[]>; plain: Map<string, number[]> } {
  const entries = headers.map((header, index) => ({ header, index }));
  const groupIndexes = (key: (header: string) => string) =>
    new Map(
      [...Map.groupBy(entries, ({ header }) => key(header))].map(([word, found]) => [
        word,
        found.map(({ index }) => index),
      ]),
    );
  return { exact: groupIndexes((header) => header), plain: groupIndexes(normalizeHeader) };
}

function indexOf(indexes: ReturnType<typeof indexesOf>, header: string): number {
  const found = indexes.exact.get(header.trim()) ?? indexes.plain.get(normalizeHeader(header)) ?? [];
  if (found.length === 1) return found[0]!;
  const problem = found.length === 0 ? 'The file has no column' : 'The file has more than one column';
  throw invalid(`mapping.${header}`, `${problem} "${header}".`);
}

/**
 * Returns the name of a column for errors: the title of its field, and its header if that is a different
 * word.
 */
export const labelOf = ({ field, header }: Pick<ImportColumn, 'field' | 'header'>): string =>
  normalizeHeader(field.title) === normalizeHeader(header)
    ? field.title
    : `${field.title} (column ${header})`;

/** Returns the titles of the fields. A header or a mapping may use them. */
const fieldTitles = (words: Map<string, ColumnTarget>) =>
  [...new Set([...words.values()].map(({ field }) => field.title))].join(', ');
