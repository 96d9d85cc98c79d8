import { type KeyboardEvent, useRef, useState } from 'react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { type CellEdits, withCell } from './cell-edits.ts';
import { ImportCell } from './import-cell.tsx';
import { type ReadCells, useCellPage } from './use-cell-page.ts';

const COUNT = new Intl.NumberFormat('en');
/** Maximum number of lines that a sentence names. */
const MAX_NAMED_LINES = 5;
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
  const isEdited = current && edits[current.line]?.[header] !== undefined;
  const problem =
    current && [!isEdited && current.errors.get(header), current.errors.get('')].filter(Boolean).join(' ');
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
        <span className="mw-cells-keys">
          F2 or Enter edits a cell, Escape cancels, Tab goes to the next one.
        </span>
        <span className="mw-cells-touch">Tap a cell to edit it.</span> Rows with errors are first, rare errors
        before common ones.
      </p>
      {omitted.length > 0 && <p>{omittedText(omitted)}</p>}
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
                <th scope="row" title={errors.get('')} aria-description={errors.get('')}>
                  {line}
                </th>
                {columns.map((column, index) => (
                  <ImportCell
                    key={column}
                    at={`${row} ${index}`}
                    text={edits[line]?.[column] ?? cells[index] ?? ''}
                    isEdited={edits[line]?.[column] !== undefined}
                    error={edits[line]?.[column] === undefined ? errors.get(column) : undefined}
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

/** Returns what to do with lines that are too long for a cell. Names the first ones. */
function omittedText(lines: readonly number[]): string {
  const named = lines.slice(0, MAX_NAMED_LINES).join(', ');
  const others = lines.length - MAX_NAMED_LINES;
  const subject = lines.length === 1 ? `Line ${named} has` : `Lines ${named} have`;
  const more = others > 0 ? ` So do ${others} other lines of this page.` : '';
  return `${subject} more than a million characters and cannot be corrected here.${more} Correct the file, then choose it again.`;
}
