import type { IgnoredValues } from '../../kit/ignored-fields.ts';

type Key = string | number;

/** Part of a long list that is validated separately, and the index in the list at which it begins. */
export interface Slice {
  key: string;
  at: number;
}

/** Returns the path in the whole record for a path in a slice of it. */
export function toRecordPath(path: readonly PropertyKey[], slice?: Slice): PropertyKey[] {
  const [field, index, ...rest] = path;
  const isMoved = slice !== undefined && field === slice.key && typeof index === 'number';
  return isMoved ? [field, index + slice.at, ...rest] : [...path];
}

/** Counts each changed place of a record once, even if its value is converted several times. */
export class CountedPlaces {
  slice: Slice | undefined;
  /** The original indexes of the entries of a list from which others were removed. */
  readonly positions = new WeakMap<readonly unknown[], readonly number[]>();
  private readonly places = new Set<string>();

  constructor(private readonly ignored: IgnoredValues) {}

  has(path: readonly Key[]): boolean {
    return this.places.has(this.placeOf(path));
  }

  /** Counts `values` changed values at a place, unless the place is counted already. */
  add(path: readonly Key[], values = 1): void {
    if (this.has(path)) return;
    this.places.add(this.placeOf(path));
    this.ignored.add(path.filter((key) => typeof key === 'string').join('.'), values);
  }

  /** Counts `values` further values of a field that is already counted. */
  addMore(field: string, values: number): void {
    if (values > 0) this.ignored.add(field, values);
  }

  /** Marks places as counted, because the value from which they were created is counted. */
  markCounted(paths: readonly (readonly Key[])[]): void {
    for (const path of paths) this.places.add(this.placeOf(path));
  }

  private placeOf(path: readonly Key[]): string {
    return JSON.stringify(toRecordPath(path, this.slice));
  }
}
