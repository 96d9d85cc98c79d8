import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { csvResponse } from '../../kit/http/csv.ts';
import { readFormulaText } from './cell-text.ts';
import { normalizeHeader } from './header-words.ts';
import type { RowOutcome } from './outcomes.ts';
import type { SheetPlan } from './plan-sheet.ts';
import { importById, rowsOfImport } from './queries.ts';

/** Returns the cells of the rejected rows. Cells of secret fields are left out, because the result is stored. */
export function listRejectedCells({ sheet, columns }: SheetPlan, rows: readonly RowOutcome[]): string[][] {
  const secret = new Set(
    columns.fields.filter(({ field }) => field.kind === 'secret').map(({ index }) => index),
  );
  const hide = (cells: readonly string[]) => cells.map((cell, index) => (secret.has(index) ? '' : cell));
  return rows
    .filter(({ outcome }) => outcome === 'error')
    .map(({ row }) => {
      const { cells } = sheet.rows[row - 1]!;
      return secret.size > 0 ? hide(cells) : cells;
    });
}

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
