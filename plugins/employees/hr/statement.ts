import { PERSON_KEYS, type PersonKey } from '../person.ts';
import type { HrSource } from './source.ts';

/** Maximum number of characters that are read of a cell, so that a large cell cannot fill the memory. */
const CELL = 255;
const MAX_WORDS = 6;

export interface HrStatement {
  text: string;
  values: string[];
}

const quoteName = ({ dialect }: Pick<HrSource, 'dialect'>, name: string): string =>
  dialect === 'postgres' ? `"${name.replaceAll('"', '""')}"` : `\`${name.replaceAll('`', '``')}\``;

const asText = (source: HrSource, column: string): string =>
  source.dialect === 'postgres' ? `CAST(${column} AS text)` : `CONVERT(${column} USING utf8mb4)`;

const mark = ({ dialect }: HrSource, at: number): string => (dialect === 'postgres' ? `$${at}` : '?');

function buildSelect(source: HrSource): string {
  const cells = PERSON_KEYS.flatMap((key) => {
    const column = source.columns[key];
    return column
      ? [`LEFT(${asText(source, quoteName(source, column))}, ${CELL}) AS ${quoteName(source, key)}`]
      : [];
  });
  const table = source.table.map((name) => quoteName(source, name)).join('.');
  return `SELECT ${cells.join(', ')} FROM ${table}`;
}

/**
 * Builds the lookup of people by SSO. Values are compared in the type of the column, so that its index is
 * used. With `astext` they are compared as text: some servers reject a number that the column cannot store.
 * The limit is two rows for each SSO.
 */
export function buildLookupStatement(
  source: HrSource,
  ssos: readonly string[],
  astext: boolean,
): HrStatement {
  const marks = ssos.map((_sso, at) => mark(source, at + 1));
  const plain = quoteName(source, source.columns.sso!);
  const column = astext ? asText(source, plain) : plain;
  // A table may contain a person twice, so the limit is two rows for each SSO.
  const text = `${buildSelect(source)} WHERE ${column} IN (${marks.join(', ')}) LIMIT ${ssos.length * 2}`;
  return { text, values: [...ssos] };
}

/**
 * Builds the search for people whose SSO, names, team or role contain each of the first six words, in any
 * case. The result is sorted by name. A text without words finds no people.
 */
export function buildSearchStatement(source: HrSource, q: string, limit: number): HrStatement {
  const words = q
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  const searched: PersonKey[] = ['sso', 'firstname', 'lastname', 'team', 'role'];
  const cells = searched.flatMap((key) => {
    const column = source.columns[key];
    return column ? [asText(source, quoteName(source, column))] : [];
  });
  const all = `CONCAT_WS(' ', ${cells.join(', ')})`;
  const conditions = words.map((_word, at) => contains(source, all, mark(source, at + 1)));
  const order = (['lastname', 'firstname', 'sso'] as const).map((key) =>
    quoteName(source, source.columns[key]!),
  );
  return {
    text: `${buildSelect(source)} WHERE ${conditions.join(' AND ') || 'FALSE'} ORDER BY ${order.join(', ')} LIMIT ${limit}`,
    values: words.map((word) => `%${word.replace(/[!%_]/g, '!$&')}%`),
  };
}

/**
 * Builds a match of a text that contains a value. The escape character `!` has no special meaning in either
 * dialect.
 */
const contains = ({ dialect }: HrSource, text: string, value: string): string =>
  dialect === 'postgres'
    ? `${text} ILIKE ${value} ESCAPE '!'`
    : `LOWER(${text}) LIKE LOWER(${value}) ESCAPE '!'`;

/** Builds the test query: it reads one row with every configured column. */
export const buildProbeStatement = (source: HrSource): HrStatement => ({
  text: `${buildSelect(source)} LIMIT 1`,
  values: [],
});
