import { type KeyboardEvent, useRef, useState } from 'react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { type CellEdits, withCell } from './cell-edits.ts';
import { ImportCell } from './import-cell.tsx';
import { type ReadCells, useCellPage } from './use-cell-page.ts';

const COUNT = new Intl.NumberFormat('en');
const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface ImportCellsProps {
  record: ImportRecord;
  edits: CellEdits;
  onEdits: (edits: CellEdits) => void;
  readCells: ReadCells;
}

/** Shows the cells of all rows as a grid in pages, those with errors first. The keyboard moves and edits. */
export function ImportCells({ record, edits, onEdits, readCells }: ImportCellsProps) {
  const [active, setActive] = useState({ row: 0, column: 0 });
  const gridRef = useRef<HTMLTableElement>(null);
  const columns = record.preview?.columns ?? [];
  const { rows, omitted, isLoaded, error, retry, page, setPage } = useCellPage(record, readCells);
  const turnTo = (next: number) => {
    setPage(next);
    setActive({ row: 0, column: 0 });
    gridRef.current?.parentElement?.scrollTo({ top: 0 });
  };
  const current = rows[active.row];
  const header = columns[active.column] ?? '';
  const problem = current && [current.errors.get(header), current.errors.get('')].filter(Boolean).join(' ');
  const moveTo = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    };
    setActive(next);
    gridRef.current?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus();
  };
  const moveByKey = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    moveTo(active.row + move[0], active.column + move[1]);
  };
  return (
    <>
      <p className="mw-muted">
        F2 or Enter edits a cell, Escape cancels, Tab goes to the next one. Rows with errors are first.
        {omitted > 0 && ` ${omitted} rows of this page are too long to be shown. Correct them in the file.`}
      </p>
      <div className="mw-cells">
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are edited is a grid */}
        <table ref={gridRef} role="grid" aria-label="Cells of the file">
          <thead>
            <tr>
              <th scope="col">Line</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells, errors }, row) => (
              <tr key={line} data-error={errors.size > 0 || undefined}>
                <th scope="row">{line}</th>
                {columns.map((column, index) => (
                  <ImportCell
                    key={column}
                    at={`${row} ${index}`}
                    text={edits[line]?.[column] ?? cells[index] ?? ''}
                    isEdited={edits[line]?.[column] !== undefined}
                    error={errors.get(column)}
                    isActive={active.row === row && active.column === index}
                    label={`${column}, line ${line}`}
                    onActive={() => setActive({ row, column: index })}
                    onText={(text) => onEdits(withCell(edits, line, column, text))}
                    onMove={(step) => moveTo(row, index + step)}
                    onKey={moveByKey}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p role="status" className="mw-cells-problem">
        {current && problem ? `Line ${current.line}: ${problem}` : ' '}
      </p>
      {!isLoaded && (error ? <ErrorView error={error} retry={retry} /> : <SkeletonRows rows={6} />)}
      {page.pages > 1 && (
        <div className="mw-cells-foot">
          <span className="mw-muted">
            {COUNT.format((page.page - 1) * page.perpage + 1)}–
            {COUNT.format(Math.min(page.page * page.perpage, page.total))} of {COUNT.format(page.total)}
          </span>
          <Pager info={page} onPage={turnTo} siblings={0} />
        </div>
      )}
    </>
  );
}
