import { Button } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import { type CellEdits, listCellRows, withCell } from './cell-edits.ts';
import { ImportCell } from './import-cell.tsx';

const PAGE_SIZE = 50;
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
}

/** Shows the cells of the first rows as a grid, those with errors first. The keyboard moves and edits. */
export function ImportCells({ record, edits, onEdits }: ImportCellsProps) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const gridRef = useRef<HTMLTableElement>(null);
  const columns = record.preview?.columns ?? [];
  const all = listCellRows(record);
  const rows = all.slice(0, limit);
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
        {all.length < record.rows.length && ` The first ${all.length} rows are listed.`}
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
      {all.length > limit && (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => setLimit(limit + PAGE_SIZE)}>
            Show {Math.min(PAGE_SIZE, all.length - limit)} more of {all.length}
          </Button>
        </div>
      )}
    </>
  );
}
