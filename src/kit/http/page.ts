/**
 * A page of a list, which becomes `data` and `meta.pagination`. `data` is the rows, or an object that
 * contains them beside other values.
 */
export class Page<T> {
  constructor(
    readonly rows: T[],
    readonly pagination: { page: number; perpage: number; total: number; pages: number },
    readonly data: unknown = rows,
  ) {}
}
