/** A column of a list. Lists and saved views store their columns in the order of the page. */
export interface ListColumn {
  name: string;
  /** Width in pixels; by default the content decides. */
  width?: number;
  /** Pinned columns are first and stay visible while the others scroll. */
  pinned?: boolean;
}

/** A column as lists and saved views store it: only its name when nothing else is set. */
export type StoredColumn = string | ListColumn;

export const MIN_WIDTH_PX = 60;
export const MAX_WIDTH_PX = 1200;
/** Maximum number of columns, as in saved views. */
const MAX_COLUMNS = 200;

/** Limits a width to that of a usable column. */
export const limitWidth = (px: number): number =>
  Math.round(Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, px)));

/**
 * Reads stored columns. Entries without a name, repeated ones and settings of the wrong type are ignored.
 * Pinned columns come first, and the column with the name of the record is always included.
 */
export function readListColumns(stored: unknown, labelfield: string): ListColumn[] {
  const entries = Array.isArray(stored) ? stored.slice(0, MAX_COLUMNS) : [];
  const columns = new Map<string, ListColumn>();
  for (const entry of entries) {
    const column = readColumn(entry);
    if (column && !columns.has(column.name)) columns.set(column.name, column);
  }
  const isNamed = columns.has(labelfield);
  return pinnedFirst([...(isNamed ? [] : [{ name: labelfield }]), ...columns.values()]);
}

function readColumn(entry: unknown): ListColumn | undefined {
  if (typeof entry === 'string') return entry === '' ? undefined : { name: entry };
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { name, width, pinned } = entry as Record<string, unknown>;
  if (typeof name !== 'string' || name === '') return undefined;
  const hasWidth = typeof width === 'number' && Number.isFinite(width);
  return { name, ...(hasWidth && { width: limitWidth(width) }), ...(pinned === true && { pinned }) };
}

const pinnedFirst = (columns: ListColumn[]): ListColumn[] => [
  ...columns.filter(({ pinned }) => pinned),
  ...columns.filter(({ pinned }) => !pinned),
];

/** Returns the columns as they are stored. */
export const toStoredColumns = (columns: readonly ListColumn[]): StoredColumn[] =>
  columns.map((column) => (column.width || column.pinned ? column : column.name));

/** Reports whether stored columns result in these columns. */
export const hasSameColumns = (
  stored: unknown,
  columns: readonly ListColumn[],
  labelfield: string,
): boolean =>
  JSON.stringify(toStoredColumns(readListColumns(stored, labelfield))) ===
  JSON.stringify(toStoredColumns(columns));

/** Moves a column to the place of another one, within the pinned columns or within the others. */
export function moveColumn(columns: readonly ListColumn[], name: string, target: string): ListColumn[] {
  const moved = columns.find((column) => column.name === name);
  const to = columns.findIndex((column) => column.name === target);
  if (!moved || to < 0) return [...columns];
  const others = columns.filter((column) => column !== moved);
  return pinnedFirst(others.toSpliced(to, 0, moved));
}

/** Returns the column beside this one, if the two can change places. */
export function neighborOf(columns: readonly ListColumn[], name: string, by: -1 | 1): string | undefined {
  const at = columns.findIndex((column) => column.name === name);
  const neighbor = columns[at + by];
  return neighbor && Boolean(neighbor.pinned) === Boolean(columns[at]?.pinned) ? neighbor.name : undefined;
}

/** Sets the width of a column; undefined lets its content decide. */
export const setColumnWidth = (
  columns: readonly ListColumn[],
  name: string,
  width: number | undefined,
): ListColumn[] =>
  columns.map((column) => {
    if (column.name !== name) return column;
    const { width: _before, ...rest } = column;
    return width === undefined ? rest : { ...rest, width: limitWidth(width) };
  });

/** Pins a column behind those that are pinned, or unpins it. */
export const togglePinned = (columns: readonly ListColumn[], name: string): ListColumn[] =>
  pinnedFirst(
    columns.map((column) => {
      if (column.name !== name) return column;
      const { pinned, ...rest } = column;
      return pinned ? rest : { ...rest, pinned: true };
    }),
  );

/** Adds a column at the end, or removes it. */
export const toggleColumn = (columns: readonly ListColumn[], name: string): ListColumn[] =>
  columns.some((column) => column.name === name)
    ? columns.filter((column) => column.name !== name)
    : [...columns, { name }];
