import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { csvResponse } from '../../kit/http/csv.ts';
import { readFormulaText } from './cell-text.ts';
import { normalizeHeader } from './header-words.ts';
import type { RowOutcome } from './outcomes.ts';
import type { SheetPlan } from './plan-sheet.ts';
import { importById, rowsOfImport } from './queries.ts';
import type { importrows } from './tables.ts';

/** Returns the cells of the rejected rows. Cells of secret fields are empty, because the result is stored. */
export function listRejectedCells(plan: SheetPlan, rows: readonly RowOutcome[]): string[][] {
  const secret = listSecretColumns(plan);
  const byRow = new Map(plan.sheet.rows.map((row) => [row.row, row.cells]));
  return rows
    .filter(({ outcome }) => outcome === 'error')
    .map(({ row }) => byRow.get(row)!.map((cell, index) => (secret.has(index) ? '' : cell)));
}

/** The stored header, mapping and rejected cells of an import, as JSON. */
type StoredRejects = Pick<typeof importrows.$inferSelect, 'headers' | 'mapping' | 'rejected'>;

/** Returns the rejected cells of the mapped columns only; undefined when there are no others. */
export function dropUnmappedCells(
  stored: StoredRejects,
): Pick<StoredRejects, 'headers' | 'rejected'> | undefined {
  const headers = JSON.parse(stored.headers) as string[];
  const mapping = JSON.parse(stored.mapping) as Record<string, string | null>;
  const indexes = headers.flatMap((header, index) => (mapping[header] ? [index] : []));
  if (indexes.length === headers.length) return undefined;
  const pick = (cells: readonly string[]) => indexes.map((index) => cells[index] ?? '');
  const rejected = (JSON.parse(stored.rejected) as string[][]).map(pick);
  return { headers: JSON.stringify(pick(headers)), rejected: JSON.stringify(rejected) };
}

/** Returns the positions of the columns whose cells are never stored. */
export const listSecretColumns = ({ columns }: SheetPlan): Set<number> =>
  new Set(columns.fields.filter(({ field }) => field.kind === 'secret').map(({ index }) => index));

/** Returns the rejected rows of an import as CSV, with their lines and reasons. Throws 404 for an unknown one. */
export function createRejectedRowsCsv(host: Host, importid: number, bom: boolean | undefined): Response {
  const { filename, stored } = host.db.read((reader) => {
    const row = importById.get(reader, { importid });
    if (!row) throw notFound('Import');
    return { filename: row.filename, stored: rowsOfImport.get(reader, { importid })! };
  });
  const headers = JSON.parse(stored.headers) as string[];
  const cells = JSON.parse(stored.rejected) as string[][];
  const rows = (JSON.parse(stored.entries) as RowOutcome[]).filter(({ outcome }) => outcome === 'error');
  const columns = [
    ...headers.map((title, at) => ({ key: String(at), title })),
    { key: 'line', title: freeHeader(headers, 'line') },
    { key: 'reason', title: freeHeader(headers, 'reason') },
  ];
  const records = rows.map(({ line, reason }, at) => ({ ...toColumns(cells[at] ?? []), line, reason }));
  const name = `${filename.replace(/\.\w+$/, '')}-errors.csv`;
  return csvResponse({ filename: name, columns, bom }, () => ({
    rows: records[Symbol.iterator](),
    close: () => undefined,
  }));
}

/** Returns cells by their position. A text such as `="000124"` would no longer be one after its protection. */
const toColumns = (cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(cells.map((cell, at) => [String(at), readFormulaText(cell.trim()) ?? cell]));

/** Returns a header that the file does not have. */
const freeHeader = (headers: readonly string[], word: string): string =>
  headers.some((header) => normalizeHeader(header) === word) ? `import ${word}` : word;
