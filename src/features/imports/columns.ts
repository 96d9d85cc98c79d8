import { invalid } from '../../kit/errors.ts';
import type { Registers } from '../../kit/resource/registers.ts';
import type { CountColumns } from './csv-layout.ts';
import { type ColumnTarget, findWord, type ImportColumn, normalizeHeader, wordsOf } from './header-words.ts';
import { addPresetWords, type Preset } from './presets.ts';
import type { ImportTarget } from './target.ts';

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

/**
 * Finds the columns that the target uses, by the mapping of the request or by their names. Throws 400 when
 * there is none, two have the same name, or the mapping is invalid.
 */
export function findColumns(
  registers: Registers,
  target: ImportTarget,
  headers: string[],
  mapping: Record<string, string | null> | undefined,
  preset: Preset | null = null,
): SheetColumns {
  const fieldWords = wordsOf(registers, target);
  const words = addPresetWords(fieldWords, preset);
  const own = target.register.id;
  const id = mapping ? mapIdColumn(headers, mapping, own) : findIdColumn(headers, own);
  const mapped = mapping ? mapColumns(fieldWords, headers, mapping, own) : [];
  const fields =
    mapping && !preset ? mapped : [...mapped, ...matchOthers(words, headers, id, mapping, mapped)];
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
    const word = index === id?.index ? undefined : findWord(words, header);
    return word ? [{ index, header, ...word }] : [];
  });
  const seen = new Set<string>();
  for (const { header, name } of columns) {
    const key = `${normalizeHeader(header)} ${name}`;
    if (seen.has(key)) throw invalid('file', `Two columns have the name "${header}". Remove one of them.`);
    seen.add(key);
  }
  return columns;
}

/** Returns the columns that a mapping leaves to their names, without those of fields that it maps. */
function matchOthers(
  words: Map<string, ColumnTarget>,
  headers: string[],
  id: IdColumn | undefined,
  mapping: Record<string, string | null> = {},
  mapped: readonly ImportColumn[] = [],
): ImportColumn[] {
  const own = new Set(Object.keys(mapping).map(normalizeHeader));
  return matchColumns(words, headers, id).filter(
    ({ header, name }) => !own.has(normalizeHeader(header)) && !mapped.some((column) => column.name === name),
  );
}

function mapColumns(
  words: Map<string, ColumnTarget>,
  headers: string[],
  mapping: Record<string, string | null>,
  id: string,
): ImportColumn[] {
  const columns: ImportColumn[] = [];
  const indexes = indexesOf(headers);
  const seen = new Map<number, string>();
  for (const [header, wanted] of Object.entries(mapping)) {
    const index = indexOf(indexes, header);
    refuseSecondSpelling(seen, index, header, 'mapping');
    if (wanted === null || wanted.trim() === '' || isOwnId(wanted, id)) continue;
    const target = findWord(words, wanted);
    if (!target)
      throw invalid(
        `mapping.${header}`,
        `There is no field "${wanted}". The fields are ${fieldTitles(words)}.`,
      );
    // When header and mapping refer to the same field, the header is more specific: it determines whether the
    // cells are names or IDs.
    const own = findWord(words, header);
    const isOwn = own?.name === target.name;
    const twin = columns.find((column) => column.name === target.name);
    if (twin && !(isOwn && findWord(words, twin.header)?.name === target.name))
      throw invalid(`mapping.${header}`, `${twin.header} is already mapped to ${target.field.title}.`);
    columns.push({ index, header, ...(isOwn ? own : target) });
  }
  return columns;
}

/** Remembers the key of a column in a form field. Throws 400 for another key of the same column. */
export function refuseSecondSpelling(
  seen: Map<number, string>,
  index: number,
  header: string,
  path: string,
): void {
  const other = seen.get(index);
  if (other !== undefined)
    throw invalid(
      `${path}.${header}`,
      `"${other}" and "${header}" are the same column of the file. Remove one of them.`,
    );
  seen.set(index, header);
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
