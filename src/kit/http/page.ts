/** A page of a list; becomes `data` and `meta.pagination`. `data` is the rows, or what they stand in beside other things. */
export class Page<T> {
  constructor(
    readonly rows: T[],
    readonly pagination: { page: number; perpage: number; total: number; pages: number },
    readonly data: unknown = rows,
  ) {}
}
