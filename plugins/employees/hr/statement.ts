import { PERSON_KEYS, type PersonKey } from '../person.ts';
import type { HrSource } from './source.ts';

/** Beyond this nothing is a name: no cell of a table fills the memory. */
const CELL = 255;
const MAX_WORDS = 6;

export interface HrStatement {
  text: string;
  values: string[];
}

const quoted = ({ dialect }: Pick<HrSource, 'dialect'>, name: string): string =>
  dialect === 'postgres' ? `"${name.replaceAll('"', '""')}"` : `\`${name.replaceAll('`', '``')}\``;

const asText = (source: HrSource, column: string): string =>
  source.dialect === 'postgres' ? `CAST(${column} AS text)` : `CONVERT(${column} USING utf8mb4)`;

const mark = ({ dialect }: HrSource, at: number): string => (dialect === 'postgres' ? `$${at}` : '?');

function selected(source: HrSource): string {
  const cells = PERSON_KEYS.flatMap((key) => {
    const column = source.columns[key];
    return column
      ? [`LEFT(${asText(source, quoted(source, column))}, ${CELL}) AS ${quoted(source, key)}`]
      : [];
  });
  const table = source.table.map((name) => quoted(source, name)).join('.');
  return `SELECT ${cells.join(', ')} FROM ${table}`;
}

/**
 * These people. Compared as the column is, so that its index serves; `astext` is for numbers that the column cannot
 * hold, which some servers refuse.
 */
export function buildLookupStatement(
  source: HrSource,
  ssos: readonly string[],
  astext: boolean,
): HrStatement {
  const marks = ssos.map((_sso, at) => mark(source, at + 1));
  const plain = quoted(source, source.columns.sso!);
  const column = astext ? asText(source, plain) : plain;
  // A table may have somebody twice; more than that is none.
  const text = `${selected(source)} WHERE ${column} IN (${marks.join(', ')}) LIMIT ${ssos.length * 2}`;
  return { text, values: [...ssos] };
}

/** People whose SSO, names, team or role contain each word. */
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
    return column ? [asText(source, quoted(source, column))] : [];
  });
  const all = `CONCAT_WS(' ', ${cells.join(', ')})`;
  const conditions = words.map((_word, at) => contains(source, all, mark(source, at + 1)));
  const order = (['lastname', 'firstname', 'sso'] as const).map((key) =>
    quoted(source, source.columns[key]!),
  );
  return {
    text: `${selected(source)} WHERE ${conditions.join(' AND ') || 'FALSE'} ORDER BY ${order.join(', ')} LIMIT ${limit}`,
    values: words.map((word) => `%${word.replace(/[!%_]/g, '!$&')}%`),
  };
}

/** The mark for literal letters is none that either server gives a meaning of its own. */
const contains = ({ dialect }: HrSource, text: string, value: string): string =>
  dialect === 'postgres'
    ? `${text} ILIKE ${value} ESCAPE '!'`
    : `LOWER(${text}) LIKE LOWER(${value}) ESCAPE '!'`;

/** Anybody at all: what is asked of the table, and of each column. */
export const buildProbeStatement = (source: HrSource): HrStatement => ({
  text: `${selected(source)} LIMIT 1`,
  values: [],
});
