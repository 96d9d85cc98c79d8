import type { Reader, Value } from '../data/reader.ts';
import { documentId, documentRangeOf, entityExpressionOf, groupWordOf } from './document-id.ts';
import { compileSearch, type SearchClause, type SearchExpression, toMatch } from './expression.ts';
import type { ReadKeys } from './field-tags.ts';
import { replaceMisspelledWords } from './typos.ts';

/**
 * The location of the texts of a list's records: the number of the kind, and the column with the ID of the
 * record.
 */
export interface SearchScope {
  kind: number;
  column: string;
  /** Reads the fields to which the search can be restricted. */
  readKeys: ReadKeys;
  onlyActive: boolean;
  /**
   * True leaves personal texts out of the search: those that reveal who uses a record or how it is reached.
   */
  impersonal?: boolean;
}

/** The result of a text search in a list. */
export type TextMatch =
  /** The IDs of all records that match, when they are few. */
  | { ids: number[] }
  /** The expression, when many records match. It is then faster to check the records in the order of the list. */
  | { expression: SearchExpression };

/**
 * The maximum number of records to look up one by one. Beyond it, reading the list until a page is full is
 * faster.
 */
const MAX_SCANNED_IDS = 4000;

/** Reports whether no stored text can contain the text, because SQLite reads a text only up to a NUL. */
export const isUnsearchable = (text: string): boolean => text.includes('\0');

/**
 * Returns a pattern for `LIKE ? ESCAPE '\\'` that matches values that contain the text. Escapes the wildcards
 * in the text.
 */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Returns a pattern like `toContainsPattern` for values that start with the text. */
export const toStartPattern = (text: string): string => toContainsPattern(text).slice(1);

/**
 * Returns the query of the word index for the documents of a kind that match, active ones, inactive ones or
 * both. `impersonal` restricts it to the texts that are not personal.
 */
export function toIndexQuery(
  expression: SearchExpression,
  {
    kind,
    states,
    impersonal,
  }: { kind: number; states: readonly boolean[]; impersonal?: boolean | undefined },
): string {
  const match = toMatch(
    expression,
    states.map((isactive) => groupWordOf(kind, isactive)),
  );
  return impersonal ? `{body} : (${match})` : match;
}

/**
 * Finds the records of a list that match a search. A search without any word matches none. A misspelled word
 * is tolerated when nothing in the scope begins with it. Returns the condition instead of the IDs if more
 * than `MAX_SCANNED_IDS` records match.
 */
export function matchText(reader: Reader, scope: SearchScope, query: string): TextMatch {
  const { kind, onlyActive, impersonal, readKeys } = scope;
  const compiled = compileSearch(query, () => readKeys(reader));
  if (!compiled) return { ids: [] };
  const range = [documentRangeOf(kind, onlyActive).first, documentRangeOf(kind, true).last];
  const states = onlyActive ? [true] : [false, true];
  const find = (expression: SearchExpression, limit: number) =>
    reader.all<{ id: number }>(
      `SELECT ${entityExpressionOf('rowid')} AS id FROM searchindex WHERE searchindex MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?`,
      toIndexQuery(expression, { kind, states, impersonal }),
      ...range,
      limit,
    );
  const expression = replaceMisspelledWords(reader, compiled, (clause) => find([clause], 1).length > 0);
  const rows = find(expression, MAX_SCANNED_IDS + 1);
  return rows.length <= MAX_SCANNED_IDS ? { ids: rows.map(({ id }) => id) } : { expression };
}

/** Returns the search result as a condition on the tables of the list. */
export function matchCondition(
  found: TextMatch,
  { column, kind, onlyActive, impersonal }: Omit<SearchScope, 'readKeys'>,
): { sql: string; params: Value[] } {
  if ('ids' in found)
    return {
      sql: `${column} IN (SELECT value FROM json_each(?))`,
      params: [JSON.stringify(found.ids)],
    };
  const states = onlyActive ? [true] : [true, false];
  const numbers = states.map((isactive) => `${column} + ${documentId(0, kind, isactive)}`);
  const texts = impersonal ? ['f.body'] : ['f.body', 'f.personal'];
  const clauses = found.expression.map((clause) => containsSql(clause, texts));
  return {
    sql: `EXISTS (SELECT 1 FROM searchdocs f WHERE f.docid IN (${numbers.join(', ')}) AND ${clauses.map(({ sql }) => sql).join(' AND ')})`,
    params: clauses.flatMap(({ params }) => params),
  };
}

/** Returns SQL that checks one clause against the texts of a document. */
function containsSql({ needles, isExcluded }: SearchClause, texts: readonly string[]) {
  const tests = needles.flatMap((needle) => texts.map((text) => ({ sql: `instr(${text}, ?) > 0`, needle })));
  return {
    sql: `${isExcluded ? 'NOT ' : ''}(${tests.map(({ sql }) => sql).join(' OR ')})`,
    params: tests.map(({ needle }) => needle),
  };
}
