import type { CSSProperties } from 'react';
import type { Label } from '../../../features/labels/label.ts';
import { PAPERS } from '../../../features/labels/layout/paper.ts';
import { LabelFace } from './label-face.tsx';
import type { LabelLook } from './label-look.ts';
import { computeLabelOffset, countLabels, splitOverSheets } from './sheet-layout.ts';

interface LabelSheetsProps {
  labels: readonly Label[];
  look: LabelLook;
  /** Number of used positions on the first sheet. A click chooses the first free one. */
  start: number;
  onStart: (start: number) => void;
}

/** Shows labels on sheets of paper in their real size. A click chooses the first position. */
export function LabelSheets({ labels, look, start, onStart }: LabelSheetsProps) {
  const { sheet, style } = look;
  const paper = PAPERS[sheet.paper];
  const size = { '--w': `${paper.width}mm`, '--h': `${paper.height}mm` } as CSSProperties;
  return splitOverSheets(labels, countLabels(sheet), start).map((placed, page) => (
    // The number of a sheet is its only identity.
    // biome-ignore lint/suspicious/noArrayIndexKey: all sheets are rendered together
    <div key={page} className="mw-sheet" style={size}>
      {page === 0 && <FreePositions look={look} start={start} onStart={onStart} />}
      {placed.map(({ position, thing }) => (
        <LabelFace
          key={position}
          label={thing}
          style={style}
          size={sheet}
          place={computeLabelOffset(sheet, position)}
        />
      ))}
    </div>
  ));
}

/** Shows the outlines of all positions of the first sheet, on the screen only. */
function FreePositions({ look: { sheet }, start, onStart }: Omit<LabelSheetsProps, 'labels'>) {
  return Array.from({ length: countLabels(sheet) }, (_none, position) => {
    const { left, top } = computeLabelOffset(sheet, position);
    const box = {
      left: `${left}mm`,
      top: `${top}mm`,
      width: `${sheet.width}mm`,
      height: `${sheet.height}mm`,
    };
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: a position is its number
        key={position}
        type="button"
        className="mw-sheet-place"
        style={box}
        aria-label={`Start at position ${position + 1}`}
        aria-pressed={position === start}
        onClick={() => onStart(position)}
      >
        {position < start ? 'used' : ''}
      </button>
    );
  });
}
