/** The parts of a row's outcome that determine its place. */
interface SortedRow {
  outcome: string;
  errors: readonly { column: string | null; message: string }[];
}

/**
 * Returns rows with errors first, those whose error few rows share before the others. An error that many rows
 * share, such as an unknown vendor, usually waits for one choice and not for corrections of cells.
 */
export function sortByErrors<R extends SortedRow>(rows: readonly R[]): R[] {
  const failed = rows.filter(({ outcome }) => outcome === 'error');
  const counts = new Map<string, number>();
  for (const { errors } of failed)
    for (const error of errors) counts.set(keyOf(error), (counts.get(keyOf(error)) ?? 0) + 1);
  const rarities = new Map(
    failed.map((row) => [row, Math.min(...row.errors.map((error) => counts.get(keyOf(error))!))]),
  );
  failed.sort((a, b) => rarities.get(a)! - rarities.get(b)!);
  return [...failed, ...rows.filter(({ outcome }) => outcome !== 'error')];
}

const keyOf = ({ column, message }: SortedRow['errors'][number]): string => `${column} ${message}`;
