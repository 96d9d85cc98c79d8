/** The order of a list, and the function that changes it. */
export interface ListSorting {
  /** The name of the column by which the list is sorted. */
  sort: string;
  isDescending: boolean;
  onSort: (order: { sort: string; dir: 'asc' | 'desc' }) => void;
}

/** Sorts by a column in ascending order, or in the other direction if the list is sorted by it. */
export function sortBy(name: string, { sort, isDescending, onSort }: ListSorting): void {
  onSort({ sort: name, dir: name === sort && !isDescending ? 'desc' : 'asc' });
}

/** Returns the order of the heading of a column for `aria-sort`; undefined for the others. */
export const ariaSortOf = (
  name: string | undefined,
  { sort, isDescending }: ListSorting,
): 'ascending' | 'descending' | undefined =>
  name === sort ? (isDescending ? 'descending' : 'ascending') : undefined;

/** Returns the order in the URL of a page, or its default order. */
export function readSorting(
  { sort, dir }: Readonly<Record<string, string | undefined>>,
  first: { sort: string; dir: 'asc' | 'desc' },
  onSort: ListSorting['onSort'],
): ListSorting {
  return sort
    ? { sort, isDescending: dir === 'desc', onSort }
    : { sort: first.sort, isDescending: first.dir === 'desc', onSort };
}
