import type { TimeSlice } from '../../kit/time-slice.ts';
import type { SheetColumns } from './columns.ts';
import type { KeyFields } from './record-finder.ts';
import type { SheetRow } from './sheet.ts';

/**
 * Merges rows of one record: equal rows, and rows of which one fills the empty cells of the other. Rows that
 * contradict each other stay, and so do rows without an identifier. The first of the merged rows remains, with
 * the lines of the others.
 */
export async function mergeRows(
  rows: readonly SheetRow[],
  columns: SheetColumns,
  key: KeyFields,
  turn: TimeSlice,
): Promise<SheetRow[]> {
  const identify = createIdentifier(columns, key);
  const used = [...columns.fields.map(({ index }) => index), ...(columns.id ? [columns.id.index] : [])];
  const firsts = new Map<string, number>();
  const merged: SheetRow[] = [];
  for (const row of rows) {
    if (turn.isOver) await turn.next();
    const identity = identify(row);
    const at = identity === undefined ? undefined : firsts.get(identity);
    const both = at === undefined ? undefined : mergeTwo(merged[at]!, row, used);
    if (both) merged[at!] = both;
    else {
      if (identity !== undefined && at === undefined) firsts.set(identity, merged.length);
      merged.push(row);
    }
  }
  return merged;
}

/** Returns a function that returns the cells that identify the record of a row; undefined without them. */
function createIdentifier(columns: SheetColumns, key: KeyFields): (row: SheetRow) => string | undefined {
  const groups = key.map((name) => columns.fields.filter((column) => column.name === name));
  return ({ cells }) => {
    const textOf = (index: number) => cells[index]?.trim() ?? '';
    const id = columns.id ? textOf(columns.id.index) : '';
    if (id) return JSON.stringify({ id });
    const parts = groups.map((group) => group.map(({ index }) => textOf(index)));
    return parts[0]?.some(Boolean) ? JSON.stringify(parts) : undefined;
  };
}

/** Returns two rows as one; undefined when their cells contradict each other. */
function mergeTwo(first: SheetRow, second: SheetRow, used: readonly number[]): SheetRow | undefined {
  if (first.cells.length !== second.cells.length) return undefined;
  const cells = [...first.cells];
  for (const index of used) {
    const [one, other] = [first.cells[index] ?? '', second.cells[index] ?? ''];
    if (one.trim() && other.trim() && one.trim() !== other.trim()) return undefined;
    if (!one.trim()) cells[index] = other;
  }
  return { ...first, cells, merged: [...(first.merged ?? []), second.line] };
}
