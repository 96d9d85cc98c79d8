import { type RefObject, useEffect, useRef } from 'react';
import { isTyping, SEQUENCE_MS } from '../shell/shortcuts.ts';

/** Actions of the keys on the row with the focus, by its ID. Keys without an action are ignored. */
export interface RowActions {
  onOpen: (id: string) => void;
  onShow: (id: string) => void;
  onEdit?: (id: string) => void;
  onSelect?: (id: string) => void;
  onEditCell: (id: string, column: string) => void;
}

/**
 * Handles the keys of a list: `j`, `k` and the arrows move, Enter opens, Space shows the panel, `e` edits and
 * `x` selects. F2 edits the cell with the focus, or the first one of the row. Ignored while the user types or a
 * dialog is open.
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, actions: RowActions): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    let leader = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // The second key of a sequence such as `g e` opens a page.
      const isSecond = Date.now() - leader < SEQUENCE_MS;
      leader = event.key === 'g' ? Date.now() : 0;
      if (isSecond || !body.current || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      if (handleKey(event, body.current, current.current)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [body]);
}

/** Returns whether the key had an effect. */
function handleKey(event: KeyboardEvent, body: HTMLTableSectionElement, actions: RowActions): boolean {
  const focused = document.activeElement;
  // A grouped list has several tables. The one with the focus handles the key.
  if (!body.contains(focused) && focused?.closest('.mw-table-rows')) return false;
  const row = body.contains(focused) ? focused?.closest('tr') : null;
  const by = stepOf(event.key, row !== null);
  if (by !== 0) return moveFocus(body, row, by);
  const id = row?.dataset.id;
  if (!row || id === undefined) return false;
  const cell = focused instanceof HTMLTableCellElement ? focused : undefined;
  const isOnRow = focused === row || cell !== undefined;
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowLeft':
      return isOnRow && moveToCell(row, cell, event.key === 'ArrowRight');
    case 'F2':
      return editCell(row, cell, actions);
    case 'Enter':
      return isOnRow && call(actions.onOpen, id);
    case ' ':
      return isOnRow && call(actions.onShow, id);
    case 'e':
      return cell ? editCell(row, cell, actions) : call(actions.onEdit, id);
    case 'x':
      return call(actions.onSelect, id);
    default:
      return false;
  }
}

function editCell(
  row: HTMLTableRowElement,
  cell: HTMLTableCellElement | undefined,
  { onEditCell }: RowActions,
): boolean {
  const edited = cell ?? row.querySelector<HTMLElement>('td[data-editable]');
  if (!edited?.dataset.cell || edited.dataset.editable === undefined) return false;
  onEditCell(row.dataset.id!, edited.dataset.cell);
  return true;
}

/** Moves the focus to the next or previous cell of a row, and from its first cell back to the row. */
function moveToCell(row: HTMLTableRowElement, cell: Element | undefined, isRight: boolean): boolean {
  const first = row.querySelector<HTMLElement>('td[data-cell]');
  if (!isRight && cell === first) row.focus();
  else if (!cell) (isRight ? first : null)?.focus();
  else ((isRight ? cell.nextElementSibling : cell.previousElementSibling) as HTMLElement | null)?.focus();
  return true;
}

/** Returns the direction of a key. The arrows scroll the page unless a row has the focus. */
function stepOf(key: string, isInRow: boolean): -1 | 0 | 1 {
  if (key === 'j' || (isInRow && key === 'ArrowDown')) return 1;
  return key === 'k' || (isInRow && key === 'ArrowUp') ? -1 : 0;
}

function moveFocus(body: HTMLTableSectionElement, row: Element | null | undefined, by: -1 | 1): boolean {
  const column = document.activeElement?.closest<HTMLElement>('td[data-cell]')?.dataset.cell;
  const start = row ?? body.querySelector('tr[data-open]');
  const next = start
    ? by === 1
      ? start.nextElementSibling
      : start.previousElementSibling
    : body.firstElementChild;
  const cell = column && next?.querySelector<HTMLElement>(`td[data-cell="${CSS.escape(column)}"]`);
  if (cell) cell.focus();
  else if (next instanceof HTMLElement) next.focus();
  return true;
}

function call(action: ((id: string) => void) | undefined, id: string): boolean {
  action?.(id);
  return action !== undefined;
}
