/** A page of a list; becomes `data` and `meta.pagination`. */
export class Page<T> {
  constructor(
    readonly rows: T[],
    readonly pagination: { page: number; perpage: number; total: number; pages: number },
  ) {}
}
