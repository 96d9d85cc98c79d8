import { foldName } from '../../kit/fold-name.ts';
import { isUnique } from '../../kit/resource/fields.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import type { SheetColumns } from './columns.ts';
import type { KeyFields } from './record-finder.ts';
import type { SheetRow } from './sheet.ts';

/** Reports whether records have an identifier in several spellings, which older data may contain. */
export type HasSeveralSpellings = (field: string, identifier: string) => boolean;

/** A column of the sheet. `isFolded` is true when letter case is irrelevant, as in identifiers. */
interface UsedColumn {
  index: number;
  name: string | undefined;
  isFolded: boolean;
}

/**
 * Merges rows of one record: equal rows, and rows of which one fills the empty cells of the other. Identifiers
 * are equal in any letter case. Rows that contradict each other stay, and so do rows without an identifier.
 * The first of the merged rows remains, with the lines of the others.
 */
export async function mergeRows(
  rows: readonly SheetRow[],
  columns: SheetColumns,
  key: KeyFields,
  hasSeveralSpellings: HasSeveralSpellings,
  turn: TimeSlice,
): Promise<SheetRow[]> {
  const identify = createIdentifier(columns, key);
  const used: UsedColumn[] = columns.fields.map(({ index, name, field }) => ({
    index,
    name,
    isFolded: key.includes(name) || isUnique(field),
  }));
  if (columns.id) used.push({ index: columns.id.index, name: undefined, isFolded: false });
  const firsts = new Map<string, number>();
  const merged: SheetRow[] = [];
  for (const row of rows) {
    if (turn.isOver) await turn.next();
    const identity = identify(row);
    const at = identity === undefined ? undefined : firsts.get(identity);
    const both = at === undefined ? undefined : mergeTwo(merged[at]!, row, used, hasSeveralSpellings);
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
    const parts = groups.map((group) => group.map(({ index }) => foldName(textOf(index))));
    return parts[0]?.some(Boolean) ? JSON.stringify(parts) : undefined;
  };
}

/** Returns two rows as one; undefined when their cells contradict each other. */
function mergeTwo(
  first: SheetRow,
  second: SheetRow,
  used: readonly UsedColumn[],
  hasSeveralSpellings: HasSeveralSpellings,
): SheetRow | undefined {
  if (first.cells.length !== second.cells.length) return undefined;
  const cells = [...first.cells];
  for (const column of used) {
    const [one, other] = [first, second].map((row) => (row.cells[column.index] ?? '').trim());
    if (one && other && isOtherValue(column, one, other, hasSeveralSpellings)) return undefined;
    if (!one) cells[column.index] = second.cells[column.index] ?? '';
  }
  return { ...first, cells, merged: [...(first.merged ?? []), second.line] };
}

function isOtherValue(
  { name, isFolded }: UsedColumn,
  one: string,
  other: string,
  hasSeveralSpellings: HasSeveralSpellings,
): boolean {
  if (one === other) return false;
  return !isFolded || foldName(one) !== foldName(other) || hasSeveralSpellings(name!, one);
}
