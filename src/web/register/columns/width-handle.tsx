import { type DragEvent, type PointerEvent, useState } from 'react';
import { limitWidth } from './list-column.ts';

interface WidthHandleProps {
  /** Sets the width in pixels; undefined lets the content decide. */
  onWidth: (width: number | undefined) => void;
}

/**
 * The edge of a column heading. Dragging it sets the width of the column, and a double click resets it. The
 * column chooser has buttons for the keyboard.
 */
export function WidthHandle({ onWidth }: WidthHandleProps) {
  const [start, setStart] = useState<{ x: number; width: number } | null>(null);
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ x: event.clientX, width: event.currentTarget.parentElement!.offsetWidth });
  };
  return (
    <span
      className="mw-th-edge"
      data-dragged={start !== null || undefined}
      aria-hidden
      draggable
      onDragStart={keepInPlace}
      onPointerDown={begin}
      onPointerMove={(event) => start && onWidth(limitWidth(start.width + event.clientX - start.x))}
      onPointerUp={() => setStart(null)}
      onPointerCancel={() => setStart(null)}
      onDoubleClick={() => onWidth(undefined)}
    />
  );
}

/** The edge sets the width only: dragging it must not move the column. */
function keepInPlace(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
