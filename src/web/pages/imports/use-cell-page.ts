import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ImportCells, ImportRecord } from '../../../features/imports/schemas.ts';
import { sortByErrors } from '../../../features/imports/sort-by-errors.ts';
import { type CellRow, toCellRow } from './cell-edits.ts';

/** Reads the cells of some lines of the file. */
export type ReadCells = (lines: readonly number[]) => Promise<ImportCells[]>;

/** Number of rows on a page. */
const PAGE_SIZE = 50;
/** Time in milliseconds for which the cells of another page stay in memory. */
const KEEP_MS = 60_000;

/**
 * Pages through all rows of a file, those with errors first. The preview contains the cells of the first pages.
 * Those of others are read from the file.
 */
export function useCellPage(record: ImportRecord, readCells: ReadCells) {
  const [page, setPage] = useState(1);
  const all = useMemo(() => sortByErrors(record.rows), [record]);
  const pages = Math.ceil(all.length / PAGE_SIZE);
  const rows = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const previewed = useMemo(() => toTexts(record, record.preview ? [record.preview] : []), [record]);
  const lines = rows.map(({ line }) => line).filter((line) => !previewed.has(line));
  const { data, error, refetch } = useQuery({
    queryKey: ['import-cells', record.importid, lines],
    queryFn: async () => toTexts(record, await readCells(lines)),
    enabled: lines.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEEP_MS,
  });
  const isLoaded = lines.length === 0 || data !== undefined;
  const textsOf = (line: number) => previewed.get(line) ?? data?.get(line);
  const listRows = (): CellRow[] =>
    rows.flatMap((row) => {
      const cells = textsOf(row.line);
      return cells ? [toCellRow(row, cells)] : [];
    });
  return {
    rows: isLoaded ? listRows() : [],
    /** The lines on the page whose texts are too long to be shown. */
    omitted: isLoaded ? rows.map(({ line }) => line).filter((line) => !textsOf(line)) : [],
    isLoaded,
    error: isLoaded ? null : error,
    retry: refetch,
    page: { page, pages, perpage: PAGE_SIZE, total: all.length },
    setPage,
  };
}

/** Returns the texts of rows by their line, in the order of the columns of the preview. */
function toTexts({ preview }: ImportRecord, parts: readonly ImportCells[]): Map<number, readonly string[]> {
  const columns = preview?.columns ?? [];
  return new Map(
    parts.flatMap((part) => {
      const indexes = columns.map((column) => part.columns.indexOf(column));
      return part.cells.map(({ line, cells }) => [line, indexes.map((index) => cells[index] ?? '')] as const);
    }),
  );
}
