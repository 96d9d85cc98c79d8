import { type RefObject, useEffect, useRef } from 'react';
import { isTyping, SEQUENCE_MS } from '../shell/shortcuts.ts';

/** What the keys do with the row that has the focus, by its ID. Keys without an action are ignored. */
export interface RowActions {
  onOpen: (id: string) => void;
  onShow: (id: string) => void;
  onEdit?: (id: string) => void;
  onSelect?: (id: string) => void;
}

/**
 * Handles the keys of a list: `j`, `k` and the arrows move, Enter opens, Space shows the panel, `e` edits and
 * `x` selects. Ignored while the user types or a dialog is open.
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
  const row = body.contains(focused) ? focused?.closest('tr') : null;
  const by = stepOf(event.key, row !== null);
  if (by !== 0) return moveFocus(body, row, by);
  const id = row?.dataset.id;
  if (id === undefined) return false;
  const isOnRow = focused === row;
  switch (event.key) {
    case 'Enter':
      return isOnRow && call(actions.onOpen, id);
    case ' ':
      return isOnRow && call(actions.onShow, id);
    case 'e':
      return call(actions.onEdit, id);
    case 'x':
      return call(actions.onSelect, id);
    default:
      return false;
  }
}

/** Returns the direction of a key. The arrows scroll the page unless a row has the focus. */
function stepOf(key: string, isInRow: boolean): -1 | 0 | 1 {
  if (key === 'j' || (isInRow && key === 'ArrowDown')) return 1;
  return key === 'k' || (isInRow && key === 'ArrowUp') ? -1 : 0;
}

function moveFocus(body: HTMLTableSectionElement, row: Element | null | undefined, by: -1 | 1): boolean {
  const start = row ?? body.querySelector('tr[data-open]');
  const next = start
    ? by === 1
      ? start.nextElementSibling
      : start.previousElementSibling
    : body.firstElementChild;
  if (next instanceof HTMLElement) next.focus();
  return true;
}

function call(action: ((id: string) => void) | undefined, id: string): boolean {
  action?.(id);
  return action !== undefined;
}
